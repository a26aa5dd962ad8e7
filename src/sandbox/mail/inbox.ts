import { z } from "zod";
import { openStateFile } from "../state-file.ts";

const mailSchema = z.object({
  id: z.string(),
  from: z.string(),
  to: z.array(z.string()),
  subject: z.string(),
  /** Empty when the mail has no such part. */
  text: z.string(),
  html: z.string(),
  date: z.string(),
});

export type Mail = z.infer<typeof mailSchema>;

/** The mails received, newest first. */
export type Inbox = {
  load(): Promise<void>;
  list(): readonly Mail[];
  find(id: string): Mail | undefined;
  add(mail: Mail): Promise<void>;
  clear(): Promise<void>;
};

const CAPACITY = 500;

export function createInbox(dataDir: string | null): Inbox {
  let mails: Mail[] = [];
  const file = openStateFile(dataDir, "inbox.json", z.array(mailSchema), () => mails);
  const replaceMails = (next: Mail[]) => {
    mails = next;
    return file.save();
  };
  return {
    load: async () => {
      mails = (await file.read()) ?? [];
    },
    list: () => mails,
    find: (id) => mails.find((mail) => mail.id === id),
    add: (mail) => replaceMails([mail, ...mails].slice(0, CAPACITY)),
    clear: () => replaceMails([]),
  };
}
