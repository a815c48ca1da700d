// Package words says how near words are in meaning, in several languages.
package words
