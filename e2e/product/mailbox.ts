import { expect } from "@playwright/test";
import type { Product } from "./product.ts";

export interface Mail {
  to: string[];
  subject: string;
  text: string;
}

/** Newest first. */
export const mailsTo = async ({ sandboxUrl }: Product, address: string): Promise<Mail[]> => {
  const inbox = (await (await fetch(`${sandboxUrl}/inbox.json`)).json()) as Mail[];
  return inbox.filter(({ to }) => to.includes(address));
};

export const findMail = async (product: Product, address: string, subject: string): Promise<Mail> => {
  const find = async () => (await mailsTo(product, address)).find((mail) => mail.subject === subject);
  await expect.poll(find, `a mail to ${address}: ${subject}`).toBeDefined();
  const mail = await find();
  if (!mail) throw new Error("the mail disappeared from the inbox");
  return mail;
};

/** The link with a token in the mail's text. */
export const linkIn = ({ text }: Mail): string => {
  const [link] = /https?:\/\/\S+token=\S+/.exec(text) ?? [];
  if (!link) throw new Error(`no link in: ${text}`);
  return link;
};
