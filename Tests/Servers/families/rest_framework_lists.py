"""Django REST framework: its three paginators, a Link header in place of the body, JSON:API."""

from listed import Listed

LISTS = [
    Listed(
        "drf page", "/drf/page/", "page_size", "page=3", 50, total="count", moves=True
    ),
    Listed(
        "drf limit-offset", "/drf/limit/", "limit", "offset=40", 40, total="count", moves=True
    ),
    Listed("drf cursor", "/drf/cursor/", "page_size", moves=True, is_keyset=True),
    Listed("drf link header", "/drf/link/", "page_size", "page=3", 50, moves=True),
    Listed("drf no paginator", "/drf/bare/"),
    Listed(
        "json:api page", "/jsonapi/page/", "page[size]", "page[number]=3", 50,
        total="meta.pagination.count", moves=True,
    ),
    Listed(
        "json:api limit-offset", "/jsonapi/limit/", "page[limit]", "page[offset]=40", 40,
        total="meta.pagination.count", moves=True,
    ),
]


def urls(model):
    from django.urls import path
    from rest_framework import generics, pagination, response, serializers
    from rest_framework_json_api import pagination as json_api
    from rest_framework_json_api import parsers, renderers
    from rest_framework_json_api import serializers as json_api_serializers

    class Page(pagination.PageNumberPagination):
        page_size = 25
        page_size_query_param = "page_size"
        max_page_size = 100

    class Link(Page):
        def get_paginated_response(self, data):
            links = (("next", self.get_next_link()), ("prev", self.get_previous_link()))
            value = ", ".join(f'<{link}>; rel="{name}"' for name, link in links if link)
            return response.Response(data, headers={"Link": value} if value else {})

    class Limit(pagination.LimitOffsetPagination):
        default_limit = 25
        max_limit = 100

    class Cursor(pagination.CursorPagination):
        page_size = 25
        page_size_query_param = "page_size"
        max_page_size = 100
        ordering = "rank"

    class PageOfResources(json_api.JsonApiPageNumberPagination):
        page_size = 25
        max_page_size = 100

    class LimitOfResources(json_api.JsonApiLimitOffsetPagination):
        default_limit = 25
        max_limit = 100

    class Serializer(serializers.ModelSerializer):
        class Meta:
            fields = ["id", "name", "rank"]

    Serializer.Meta.model = model

    class Resource(json_api_serializers.ModelSerializer):
        class Meta:
            fields = ["name", "rank"]
            resource_name = "rows"

    Resource.Meta.model = model

    def view(paginator, **more):
        name = f"{paginator.__name__}View" if paginator else "BareView"
        members = {
            "pagination_class": paginator,
            "queryset": model.objects.all(),
            "serializer_class": Serializer,
            **more,
        }
        return type(name, (generics.ListAPIView,), members).as_view()

    resource = {
        "serializer_class": Resource,
        "renderer_classes": [renderers.JSONRenderer],
        "parser_classes": [parsers.JSONParser],
        "resource_name": "rows",
    }
    return [
        path("drf/page/", view(Page)),
        path("drf/limit/", view(Limit)),
        path("drf/cursor/", view(Cursor)),
        path("drf/link/", view(Link)),
        path("drf/bare/", view(None)),
        path("jsonapi/page/", view(PageOfResources, **resource)),
        path("jsonapi/limit/", view(LimitOfResources, **resource)),
    ]
