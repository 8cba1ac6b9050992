"""django-ninja: limit-offset and page number."""

from listed import Listed

LISTS = [
    Listed(
        "ninja limit-offset", "/ninja/limit", "limit", "offset=40", 40, total="count", moves=True
    ),
    Listed("ninja page", "/ninja/page", "page_size", "page=3", 50, total="count", moves=True),
]


def urls(model):
    from django.urls import path
    from ninja import NinjaAPI, Schema
    from ninja.pagination import LimitOffsetPagination, PageNumberPagination, paginate

    class Row(Schema):
        id: int
        name: str
        rank: int

    api = NinjaAPI()

    @api.get("/limit", response=list[Row])
    @paginate(LimitOffsetPagination)
    def limit(request):
        return model.objects.all()

    @api.get("/page", response=list[Row])
    @paginate(PageNumberPagination, page_size=25)
    def page(request):
        return model.objects.all()

    return [path("ninja/", api.urls)]
