package server

import (
	_ "embed"
	"net/http"
)

// openAPI describes every path in OpenAPI 3.1, for clients to be made from.
//
//go:embed openapi.yaml
var openAPI []byte

// serveOpenAPI gives the description. It tells nothing about this server and
// therefore needs no token.
func serveOpenAPI(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "application/yaml")
	_, _ = w.Write(openAPI)
}
