package tasks

// Clarifications exports clarifications for tests.
var Clarifications = clarifications
