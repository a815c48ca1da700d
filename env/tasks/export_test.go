package tasks

// Clarifications is clarifications.
var Clarifications = clarifications
