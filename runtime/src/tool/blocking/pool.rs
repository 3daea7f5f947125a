//! Threads for blocking work where there is no runtime: one for each job, up to a bound, beyond which jobs wait in line.

use super::job::Job;
use std::collections::VecDeque;
use std::io;
use std::mem;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;

/// So many threads at the most, in the whole process. A function that never returns keeps one for good.
const MOST: usize = 512;

/// A line shorter than this is not worth a look for jobs that nobody waits for.
const SHORT: usize = 64;

struct Pool {
    threads: usize,
    /// Empty unless all threads are busy.
    line: VecDeque<Job>,
    /// The length at which jobs that nobody waits for are taken out, so that a line that never moves does not grow.
    tidy_at: usize,
}

static POOL: Mutex<Pool> = Mutex::new(Pool {
    threads: 0,
    line: VecDeque::new(),
    tidy_at: SHORT,
});

fn pool() -> MutexGuard<'static, Pool> {
    // Nothing panics while it is locked.
    POOL.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Runs a job on a new thread, or when one of the others is free.
pub(super) fn start(job: Job) -> io::Result<()> {
    let mut pool = pool();
    pool.line.push_back(job);
    if pool.threads < MOST {
        // Under the lock, so that no job waits for a thread that did not come to be.
        match thread::Builder::new().name("tool".to_owned()).spawn(work) {
            Ok(_) => pool.threads += 1,
            Err(error) if pool.threads == 0 => {
                let job = pool.line.pop_back();
                drop(pool);
                drop(job);
                return Err(error);
            }
            // One of the others takes it.
            Err(_) => {}
        }
    }
    pool.tidy();
    Ok(())
}

/// Does jobs until there are none.
fn work() {
    loop {
        let job = {
            let mut pool = pool();
            let job = pool.line.pop_front();
            if job.is_none() {
                pool.threads -= 1;
            }
            job
        };
        let Some(job) = job else { return };
        // What the tool does is caught inside; what is left is the waker of whoever waits.
        if let Err(payload) = catch_unwind(AssertUnwindSafe(|| job.run())) {
            mem::forget(payload);
        }
    }
}

impl Pool {
    fn tidy(&mut self) {
        if self.line.len() >= self.tidy_at {
            // What they hold is gone with who waited for them: only empty shells are dropped here.
            self.line.retain(|job| !job.is_unwanted());
            self.tidy_at = SHORT.max(self.line.len() * 2);
        }
    }
}
