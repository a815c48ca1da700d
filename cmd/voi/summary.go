package main

import (
	"encoding/json"
	"io"
)

// printResult prints a result as one JSON object for a program, or as text for a person.
func printResult(out io.Writer, asJSON bool, result interface{ Text() string }) error {
	if asJSON {
		return json.NewEncoder(out).Encode(result)
	}
	_, err := io.WriteString(out, result.Text())
	return err
}

// printSummary prints the summary of a run: for a program on stdout, unless rows go there;
// for a person on stderr.
func printSummary(stdout, stderr io.Writer, asJSON bool, sum interface{ Text() string }) error {
	if !asJSON {
		stdout = stderr
	}
	return printResult(stdout, asJSON, sum)
}
