"""Tastypie: `limit` and `offset`, a total and a link to the next page in `meta`."""

from listed import Listed

LISTS = [
    Listed(
        "tastypie", "/tastypie/row/", "limit", "offset=40", 40, total="meta.total_count",
        moves=True,
    ),
]


def urls(model):
    from django.urls import include, path
    from tastypie.resources import ModelResource

    class RowResource(ModelResource):
        class Meta:
            queryset = model.objects.all()
            resource_name = "row"
            limit = 25
            max_limit = 100

    return [path("tastypie/", include(RowResource().urls))]
