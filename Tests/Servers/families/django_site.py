"""The Django project that Django REST framework, Tastypie and django-ninja share."""

from . import ninja_lists, rest_framework_lists, tastypie_lists

IS_ASYNC = False
PARTS = (rest_framework_lists, ninja_lists, tastypie_lists)
LISTS = [listed for part in PARTS for listed in part.LISTS]


def app(rows):
    import django
    from django.conf import settings

    settings.configure(
        ALLOWED_HOSTS=["*"],
        DATABASES={
            "default": {
                "ENGINE": "django.db.backends.sqlite3",
                "NAME": rows.path,
                "CONN_MAX_AGE": None,
            }
        },
        DEFAULT_AUTO_FIELD="django.db.models.AutoField",
        INSTALLED_APPS=["django.contrib.contenttypes", "django.contrib.auth", "rest_framework"],
        REST_FRAMEWORK={
            "DEFAULT_AUTHENTICATION_CLASSES": [],
            "DEFAULT_PERMISSION_CLASSES": [],
        },
        ROOT_URLCONF="families.django_site",
        SECRET_KEY="of a test",
        TASTYPIE_DEFAULT_FORMATS=["json"],
        USE_TZ=True,
    )
    django.setup()
    from django.core.wsgi import get_wsgi_application
    from django.db import models

    class Row(models.Model):
        name = models.TextField()
        rank = models.IntegerField()

        class Meta:
            app_label = "lists"
            db_table = "row"
            managed = False
            ordering = ["rank", "id"]

    urlpatterns.extend(pattern for part in PARTS for pattern in part.urls(Row))
    return get_wsgi_application()


urlpatterns = []
