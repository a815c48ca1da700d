package tasks

// Clarifications exports clarifications for tests.
var Clarifications = clarifications

// Deal is deal.
var Deal = deal
