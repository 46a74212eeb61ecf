-- The file is written anew before this is noted down: what the step before sealed is in no free page and not in the log.
SELECT 1;
