import type { FastifyInstance, FastifyRequest } from "fastify";
import { z } from "zod";
import { invalidRequest, notFound, notPermitted } from "../airtable-error.ts";
import type { Comment } from "../model/base.ts";
import { API_USER } from "../model/collaborators.ts";
import { newId } from "../model/ids.ts";
import type { Workspace } from "../workspace.ts";
import { authorizeBase, findTable } from "./request.ts";

type RecordAddress = { Params: { baseId: string; table: string; recordId: string } };
type CommentAddress = { Params: RecordAddress["Params"] & { commentId: string } };

const PATH = "/v0/:baseId/:table/:recordId/comments";
const commentText = z.object({ text: z.string().min(1) });
const page = z.object({
  pageSize: z.coerce.number().int().min(1).max(100).default(100),
  offset: z.coerce.number().int().min(0).default(0),
});

/** The comments on a record. Through the API one writes as the owner of the token, and changes only one's own. */
export function addCommentRoutes(app: FastifyInstance, workspace: Workspace): void {
  const open = (request: FastifyRequest<RecordAddress>, access: "read" | "write") => {
    const { baseId, table, recordId } = request.params;
    const base = authorizeBase(workspace, request, baseId, `data.recordComments:${access}`);
    if (!findTable(base, table).record(recordId)) throw notFound();
    const comments = base.commentsOf(recordId);
    const store = (all: readonly Comment[]) => {
      base.comments.set(recordId, [...all]);
      workspace.saveHooks(base);
    };
    return { comments, store };
  };
  const findOwn = (request: FastifyRequest<CommentAddress>) => {
    const { comments, store } = open(request, "write");
    const comment = comments.find(({ id }) => id === request.params.commentId);
    if (!comment) throw notFound();
    if (comment.author.id !== API_USER.id) throw notPermitted();
    return { comment, comments, store };
  };
  const now = () => new Date(workspace.now()).toISOString();
  const readText = (body: unknown): string => {
    const { success, data } = commentText.safeParse(body);
    if (!success) throw invalidRequest();
    return data.text;
  };

  app.get<RecordAddress>(PATH, (request) => {
    const { comments } = open(request, "read");
    const { success, data } = page.safeParse(request.query);
    if (!success) throw invalidRequest();
    const end = data.offset + data.pageSize;
    // Airtable lists the newest comment first.
    const shown = comments.toReversed().slice(data.offset, end);
    return { comments: shown, offset: end < comments.length ? String(end) : null };
  });

  app.post<RecordAddress>(PATH, (request) => {
    const { comments, store } = open(request, "write");
    const text = readText(request.body);
    const comment: Comment = { id: newId("com"), author: API_USER, text, createdTime: now(), lastUpdatedTime: null };
    store([...comments, comment]);
    return comment;
  });

  app.patch<CommentAddress>(`${PATH}/:commentId`, (request) => {
    const { comment, comments, store } = findOwn(request);
    comment.text = readText(request.body);
    comment.lastUpdatedTime = now();
    store(comments);
    return comment;
  });

  app.delete<CommentAddress>(`${PATH}/:commentId`, (request) => {
    const { comment, comments, store } = findOwn(request);
    store(comments.filter((each) => each !== comment));
    return { id: comment.id, deleted: true };
  });
}
