// Package grounding reads a conversation once into a Reading (F4): what it
// mentions, with which status and role, and what fills which parameter.
package grounding
