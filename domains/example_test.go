package domains_test

import (
	"context"
	"fmt"

	"github.com/voi-rl/voi/domains"
)

// A tool is read in any notation, and each of its parameters annotated.
func Example() {
	v, _ := domains.ParseValue(`[{"name": "get_weather", "parameters": {"type": "dict",
		"required": ["city"], "properties": {
			"city":  {"type": "string", "description": "The city, such as 'Paris'"},
			"unit":  {"type": "string", "enum": ["celsius", "fahrenheit"]},
			"days":  {"type": "integer", "description": "How many days, from 1 to 14"},
			"hourly": {"type": "boolean", "default": false}}}}]`)
	tools, err := domains.ParseTools(v)
	if err != nil {
		fmt.Println(err)
		return
	}
	set, _ := domains.SchemaAnnotator{}.Annotate(context.Background(), &tools[0])
	for _, p := range set {
		fmt.Println(p.Name, p.Domain.Type, p.Domain.Size, p.Domain.N(1e-4), p.Domain.Source)
	}
	// Output:
	// city string -1 10000 description.examples
	// unit finite 2 2 schema.enum
	// days numeric_range 14 14 description.range
	// hourly boolean 2 2 schema.type
}
