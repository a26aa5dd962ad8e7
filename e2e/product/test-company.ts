import type { Role } from "#contract/roles.ts";
import { makeMeeting, makeMessage, makePrompt, makeQueueItem } from "#testing/factories.ts";

import { createAccount } from "./accounts.ts";
import type { Product } from "./product.ts";

type Columns = Record<string, unknown>;

/** A new company with a user and a colleague, and functions that create its test data. */
export const createTestCompany = async (product: Product, role: Role = "user") => {
  const user = await createAccount(product, { role });
  const [owner] = await product.query<{ company_id: string }>("select company_id from users where id = $1", [user.id]);
  const companyId = owner?.company_id ?? "";
  const colleague = await createAccount(product);
  await product.query("update users set company_id = $1, first_name = 'Bram' where id = $2", [companyId, colleague.id]);
  return {
    user,
    colleague,
    companyId,
    /** Each is newer than the one before, so the last one created is listed first. */
    message: (contact: string, message: Columns = {}, lead: Columns = {}) =>
      makeMessage(product, companyId, message, { full_name: contact, ...lead }),
    meeting: (name: string, meeting: Columns = {}) =>
      makeMeeting(product, companyId, { meeting_name: name, ...meeting }),
    prompt: (name: string, prompt: Columns = {}) => makePrompt(product, companyId, { prompt_name: name, ...prompt }),
    queued: (contact: string, item: Columns = {}, lead: Columns = {}) =>
      makeQueueItem(product, companyId, item, { full_name: contact, ...lead }),
  };
};
