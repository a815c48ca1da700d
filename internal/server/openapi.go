package server

import (
	_ "embed"
	"net/http"
)

// openAPI describes every path in OpenAPI 3.1, so that clients can be generated from it.
//
//go:embed openapi.yaml
var openAPI []byte

// serveOpenAPI serves the description. It needs no token, because it says nothing about
// this server.
func serveOpenAPI(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "application/yaml")
	_, _ = w.Write(openAPI)
}
