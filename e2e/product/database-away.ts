import type { Product } from "./product.ts";

const CLOSE = `
  do $$
  begin
    execute format('revoke connect on database %I from public, product_login', current_database());
    perform pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid();
  end
  $$`;
const OPEN = `
  do $$
  begin
    execute format('grant connect on database %I to public', current_database());
  end
  $$`;

/** Nobody reaches the database any more, while the server itself goes on. */
export const closeDatabase = ({ query }: Product) => query(CLOSE);
export const openDatabase = ({ query }: Product) => query(OPEN);
