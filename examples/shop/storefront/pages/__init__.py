"""Every page of the shop, by address. A `*` stands for the last part of an address."""

from storefront.pages import account, buying, entrance, goods, info, settings, staff

ROUTES = {
    **goods.ROUTES,
    **buying.ROUTES,
    **entrance.ROUTES,
    **account.ROUTES,
    **settings.ROUTES,
    **info.ROUTES,
    **staff.ROUTES,
}
