//! The health of the server, for those who keep it running.

use axum::extract::State;
use axum::http::header;
use axum::response::IntoResponse;
use axum::{Json, http::StatusCode};
use serde_json::{Value, json};

use crate::api_answers::Health;
use crate::errors::{ApiError, ErrorBody};
use crate::http::catalog::Shared;

/// Whether the server and its store answer.
#[utoipa::path(get, path = "/healthz", tag = "server",
    responses((status = 200, description = "All is well", body = Health),
        (status = 503, description = "The store does not answer, or the server is stopping", body = ErrorBody)))]
pub(super) async fn health(State(app): Shared) -> Result<Json<Value>, ApiError> {
    if app.shutdown.is_cancelled() {
        return Err(ApiError::busy("the server stops"));
    }
    app.store.check().await.map_err(|error| app.store_failed("check", &error))?;
    // It may read and yet not write, as on a full disk.
    if app.outages.is_broken() {
        return Err(ApiError::store());
    }
    Ok(Json(json!({ "status": "ok" })))
}

/// Metrics for Prometheus.
#[utoipa::path(get, path = "/metrics", tag = "server",
    responses((status = 200, description = "The metrics in the OpenMetrics format", body = String,
        content_type = "application/openmetrics-text")))]
pub(super) async fn metrics(State(app): Shared) -> impl IntoResponse {
    let load = app.engines.load();
    app.metrics.engine_requests.set((load.waiting_moves + load.running_moves) as i64);
    app.metrics.analyses.set((load.waiting_analyses + load.running_analyses) as i64);
    let content_type = "application/openmetrics-text; version=1.0.0; charset=utf-8";
    (StatusCode::OK, [(header::CONTENT_TYPE, content_type)], app.metrics.text())
}
