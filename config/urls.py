from __future__ import annotations

from django.urls import include, path, re_path
from drf_spectacular.views import SpectacularAPIView

from config.pages import application_page, health

urlpatterns = [
    path("api/", include("ranking.api.urls")),
    path("api/", include("annotation.api.urls")),
    path("api/", include("evaluation.api.urls")),
    path("api/schema", SpectacularAPIView.as_view()),
    path("health", health),
    # Every other address is a page of the browser application.
    re_path(r"^(?!api/|static/).*$", application_page),
]
