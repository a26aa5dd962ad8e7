import type { Product } from "./product.ts";

export const companyOf = async ({ query }: Product, { id }: { id: string }): Promise<{ id: string; name: string }> => {
  const [company] = await query<{ id: string; name: string }>(
    "select c.id, c.name from companies c join users u on u.company_id = c.id where u.id = $1",
    [id],
  );
  if (!company) throw new Error("somebody without a company");
  return company;
};
