// Package asking reads what a question asks for (F11): its requests and statements.
package asking
