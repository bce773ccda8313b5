"""The shop as a site: pages rendered on the server, with sessions, forms and a menu. Standard library only.

with serve(port=0) as site:
    site.url, site.loads        # where it is, and how many pages it has served
    site.moved = True           # things move: account recovery, gift cards, the voucher field
"""

from storefront.server import Site, serve

__all__ = ["Site", "serve"]
