module github.com/marusama/semaphore/v2

go 1.26.0
