package sizing

// CheckOf is for tests.
var CheckOf = checkOf
