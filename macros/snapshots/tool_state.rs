#[automatically_derived]
impl<D: Send> ::toolwright::__private::ToolState for App<D>
where
    D: Sync,
{}
#[automatically_derived]
impl<D: Send> ::toolwright::__private::FromState<Self> for App<D>
where
    D: Sync,
{
    fn from_state<'__a>(
        __s: &'__a Self,
        _: &'__a ::toolwright::__private::ToolContext,
    ) -> &'__a Self {
        __s
    }
}
#[automatically_derived]
impl<D: Send> ::toolwright::__private::FromState<App<D>> for Db<D>
where
    D: Sync,
{
    fn from_state<'__a>(
        __s: &'__a App<D>,
        _: &'__a ::toolwright::__private::ToolContext,
    ) -> &'__a Self {
        &__s.db
    }
}
#[automatically_derived]
impl<D: Send> ::toolwright::__private::FromState<App<D>> for Mail
where
    D: Sync,
{
    fn from_state<'__a>(
        __s: &'__a App<D>,
        _: &'__a ::toolwright::__private::ToolContext,
    ) -> &'__a Self {
        &__s.mail
    }
}
