import type { FastifyInstance } from "fastify";
import { contentOf, isValidAttachmentUrl } from "../cells/attachment.ts";
import type { Attachment } from "../model/table.ts";
import type { Workspace } from "../workspace.ts";

type Address = { Params: { expires: string; signature: string; id: string } };

export function addAttachmentRoutes(app: FastifyInstance, workspace: Workspace): void {
  app.get<Address>("/airtable-attachments/:expires/:signature/:id/:filename", (request, reply) => {
    const { expires, signature, id } = request.params;
    const isValid = isValidAttachmentUrl(id, Number(expires), signature, workspace.now());
    const content = isValid ? contentOf(findAttachment(workspace, id)?.source ?? "") : null;
    if (!content) return reply.code(isValid ? 404 : 410).send({ error: isValid ? "NOT_FOUND" : "EXPIRED" });
    return reply
      .header("x-content-type-options", "nosniff")
      .header("content-security-policy", "sandbox; default-src 'none'")
      .type(content.type)
      .send(content.bytes);
  });
}

function findAttachment(workspace: Workspace, id: string): Attachment | undefined {
  for (const base of workspace.bases.all()) {
    for (const table of base.tables) {
      const fields = table.fields.filter(({ type }) => type === "multipleAttachments");
      if (fields.length === 0) continue;
      for (const { cells } of table.records()) {
        const all = fields.flatMap((field) => (cells[field.id] as Attachment[] | undefined) ?? []);
        const found = all.find((attachment) => attachment.id === id);
        if (found) return found;
      }
    }
  }
  return undefined;
}
