/** What ends the session of a person, `$1`, other than signing out. */
export const SESSION_ENDING_CHANGES: [what: string, change: string][] = [
  ["deactivating the user", "update users set is_active = false where id = $1"],
  ["deleting the user", "delete from users where id = $1"],
  [
    "deactivating the company",
    "update companies set is_active = false where id = (select company_id from users where id = $1)",
  ],
  [
    "deleting the company",
    "update companies set deleted_at = now() where id = (select company_id from users where id = $1)",
  ],
];
