import type { Role } from "#contract/roles.ts";
import { makeMeeting, makeMessage, makePrompt, makeQueueItem } from "#testing/factories.ts";

import { companyOfUser, createAccount } from "./accounts.ts";
import type { Product } from "./product.ts";

type Columns = Record<string, unknown>;

/**
 * A new company with a user and a colleague, and functions that insert its rows. Each row is newer than the one before:
 * lists of messages and meetings start with the last one created.
 */
export const createTestCompany = async (product: Product, role: Role = "user") => {
  const user = await createAccount(product, { role });
  const { id: companyId } = await companyOfUser(product, user);
  const colleague = await createAccount(product);
  await product.query("update users set company_id = $1, first_name = 'Bram' where id = $2", [companyId, colleague.id]);
  return {
    user,
    colleague,
    companyId,
    createMessage: (contact: string, message: Columns = {}, lead: Columns = {}) =>
      makeMessage(product, companyId, message, { full_name: contact, ...lead }),
    createMeeting: (name: string, meeting: Columns = {}) =>
      makeMeeting(product, companyId, { meeting_name: name, ...meeting }),
    createPrompt: (name: string, prompt: Columns = {}) =>
      makePrompt(product, companyId, { prompt_name: name, ...prompt }),
    createQueueItem: (contact: string, item: Columns = {}, lead: Columns = {}) =>
      makeQueueItem(product, companyId, item, { full_name: contact, ...lead }),
  };
};
