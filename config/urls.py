from __future__ import annotations

from django.urls import include, path, re_path

from config.pages import api_schema, application_page, health, ready

handler404 = "ranking.http.unavailable.no_such_address"
handler500 = "ranking.http.unavailable.server_error"
urlpatterns = [
    path("api/", include("ranking.urls")),
    path("api/", include("annotation.urls")),
    path("api/", include("evaluation.urls")),
    path("api/schema", api_schema),
    path("api/docs", application_page),
    path("health", health),
    path("ready", ready),
    # Every other address is a page of the browser application.
    re_path(r"^(?!api/|static/).*$", application_page),
]
