-- Problems of all games and files by front end, version, code and rule. The 200 most frequent.
WITH {shown},
{found}
SELECT app, app_version, code, severity, rule, basis, problems, games FROM found
ORDER BY problems DESC, code, app NULLS FIRST, app_version NULLS FIRST, rule NULLS FIRST, basis NULLS FIRST, severity LIMIT 200
