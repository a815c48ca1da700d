//go:build unix

package shard

const lockable = true
