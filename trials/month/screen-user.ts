import type { Conversation } from "#contract/inbox.ts";
import type { Lead } from "#contract/leads.ts";
import { parseSections, replaceSections } from "#contract/message-text.ts";
import type { Message } from "#contract/messages.ts";
import type { QueuedMessage } from "#contract/queue.ts";
import type { ReceivedByPerson } from "#testing/linkedin-gateway.ts";
import { signInAs } from "#testing/signed-in.ts";
import type { TestResponse } from "#testing/test-client.ts";
import type { SeededRandom } from "../trial.ts";
import type { ClockedProduct } from "./clocked-product.ts";
import type { MessageLedger } from "./message-ledger.ts";
import type { SimulatedCompany } from "./simulated-company.ts";

/** The name of a part that is a user's answer to a lead. */
const ANSWER = "Antwoord";
const STOP_CLASSES: readonly string[] = ["DO NOT CONNECT", "NOT INTERESTED", "NOT RELEVANT"];

interface Surroundings {
  product: ClockedProduct;
  ledger: MessageLedger;
  random: SeededRandom;
  /** What leads have received: a user looks on LinkedIn before sending something again. */
  received(): readonly ReceivedByPerson[];
}

/** A user of the product who reviews messages, answers leads and tidies the queue. */
export class ScreenUser {
  private readonly company: SimulatedCompany;
  private readonly product: ClockedProduct;
  private readonly ledger: MessageLedger;
  private readonly random: SeededRandom;
  private readonly received: () => readonly ReceivedByPerson[];
  private count = 0;

  constructor(company: SimulatedCompany, { product, ledger, random, received }: Surroundings) {
    this.company = company;
    this.product = product;
    this.ledger = ledger;
    this.random = random;
    this.received = received;
  }

  /** Undefined when the process was killed before it answered. Refusals are normal: others work too. */
  private async request(method: string, path: string, body?: unknown): Promise<TestResponse | undefined> {
    const startedAt = Date.now();
    const { who } = this.company;
    try {
      let response = await who.client.request(method, path, body);
      // A session ends after some days.
      if (response.status === 401) {
        who.client = await signInAs(this.product.server, who.user);
        response = await who.client.request(method, path, body);
      }
      this.ledger.count("requests");
      if (response.status >= 500 && !this.product.mayHaveFailed(startedAt))
        this.ledger.unexpectedResponses.push(`${method} ${path}: ${response.status} ${response.text.slice(0, 200)}`);
      return response.status >= 500 ? undefined : response;
    } catch (error) {
      if (!this.product.mayHaveFailed(startedAt))
        this.ledger.unexpectedResponses.push(`${method} ${path}: ${String(error)}`);
      return undefined;
    }
  }

  private async list<T>(path: string): Promise<T[]> {
    const response = await this.request("GET", path);
    return response?.status === 200 ? (response.body as unknown as T[]) : [];
  }

  private newText(): string {
    this.count += 1;
    return `Aangepast ${this.company.who.company.name} ${this.count}.`;
  }

  async work(): Promise<void> {
    const { random } = this;
    await this.review();
    if (random.chance(0.5)) await this.answerLeads();
    if (random.chance(0.3)) await this.tidyQueue();
    if (random.chance(0.1)) await this.classifyLead();
    if (random.chance(0.3)) await this.decideAboutFailures();
  }

  private async review(): Promise<void> {
    const open = await this.list<Message>("/api/messages?group=open&limit=20");
    this.ledger.recordSeen(open.map(({ id }) => id));
    for (const message of open.filter(({ regenerating }) => !regenerating).slice(0, this.random.between(2, 6))) {
      const choice = this.random.next();
      if (choice < 0.65) await this.approve(message);
      else if (choice < 0.75) await this.askForRewrite(message);
      else if (choice < 0.82)
        await this.request("POST", "/api/messages/batch", { action: "cancel", ids: [message.id] });
      else if (choice < 0.88) await this.edit(message);
      else if (choice < 0.93) await this.send(message);
    }
  }

  private edited({ messageContent }: Message): string {
    const [first] = parseSections(messageContent);
    if (!first) return messageContent;
    return replaceSections(messageContent, { [first.header]: `${first.text}\n${this.newText()}` }) ?? messageContent;
  }

  private async approve(message: Message): Promise<void> {
    const { id, contentVersion } = message;
    const content = this.random.chance(0.25) ? this.edited(message) : message.messageContent;
    const at = this.product.now;
    const body = { status: "approved", messageContent: content, contentVersion };
    const response = await this.request("PATCH", `/api/messages/${id}`, body);
    if (response && response.status !== 200) return;
    this.ledger.recordApproval(id, { content, outcome: response ? "done" : "unknown", at });
    const undo = response?.body["undo"] as { token: string } | undefined;
    if (undo && this.random.chance(0.05)) await this.request("POST", `/api/undo/${undo.token}`);
  }

  private async send({ id, messageContent: content, contentVersion }: Message): Promise<void> {
    const at = this.product.now;
    const response = await this.request("POST", `/api/send-icebreaker/${id}`, { when: "next", contentVersion });
    if (response && response.status !== 200) return;
    this.ledger.recordApproval(id, { content, outcome: response ? "done" : "unknown", at });
  }

  private async askForRewrite({ id, contentVersion }: Message): Promise<void> {
    await this.request("PATCH", `/api/messages/${id}`, {
      status: "rewritten",
      feedback: "Korter graag.",
      contentVersion,
    });
    this.ledger.count("rewrites");
  }

  private async edit(message: Message): Promise<void> {
    const [first] = parseSections(message.messageContent);
    if (!first) return;
    const editedContent = { [first.header]: `${first.text}\n${this.newText()}` };
    const body = { editedContent, contentVersion: message.contentVersion };
    await this.request("POST", `/api/messages/${message.id}/edit`, body);
  }

  private async providerOf(leadId: string): Promise<string> {
    const [lead] = await this.product.query<{ id: string }>("select provider_id as id from leads where id = $1", [
      leadId,
    ]);
    return lead?.id ?? "";
  }

  private async answerLeads(): Promise<void> {
    const conversations = await this.list<Conversation>("/api/inbox?limit=20");
    for (const { leadId, leadClassification } of conversations.filter(({ isAnswered }) => !isAnswered).slice(0, 3)) {
      const path = `/api/leads/${leadId}/conversation`;
      const choice = this.random.next();
      if (choice < 0.5) {
        const text = `Dank voor je bericht. ${this.newText()}`;
        this.ledger.recordAnswer(text);
        await this.request("POST", path, { text, when: "next" });
      } else if (choice < 0.7 && !STOP_CLASSES.includes(leadClassification ?? ""))
        await this.request("PATCH", path, { sentiment: "interested", isHandled: true });
      else if (choice < 0.85) {
        const at = this.product.now;
        const response = await this.request("PATCH", path, { sentiment: "not_interested" });
        if (response?.status === 200) this.ledger.recordStop(await this.providerOf(leadId), at);
      } else await this.request("PATCH", path, { isHandled: true });
    }
  }

  private async tidyQueue(): Promise<void> {
    const queued = await this.list<QueuedMessage>("/api/messages-queued?limit=40");
    const part = this.random.oneOf(queued);
    if (!part) return;
    const choice = this.random.next();
    if (choice < 0.3) await this.request("PATCH", `/api/messages-queued/${part.id}/cancel`);
    else if (choice < 0.6) {
      const text = `${part.message}\n${this.newText()}`;
      // Recorded first: where the answer is lost, either text may be sent.
      this.ledger.recordPartText(part.id, text);
      if (part.messageName === ANSWER) this.ledger.recordAnswer(text);
      await this.request("PATCH", `/api/messages-queued/${part.id}`, { text });
    } else await this.request("POST", `/api/messages-queued/leads/${part.leadId}/${part.paused ? "resume" : "pause"}`);
  }

  private async classifyLead(): Promise<void> {
    const response = await this.request("GET", "/api/leads?limit=50");
    const lead = this.random.oneOf((response?.body["items"] ?? response?.body ?? []) as Lead[]);
    if (!lead || STOP_CLASSES.includes(lead.leadClassification ?? "")) return;
    const classification = this.random.pick(["DO NOT CONNECT", "HOT", "INTERESTED", "NOT RELEVANT"]);
    const at = this.product.now;
    const changed = await this.request("PATCH", `/api/leads/${lead.id}/classification`, { classification });
    if (changed?.status === 200 && STOP_CLASSES.includes(classification))
      this.ledger.recordStop(await this.providerOf(lead.id), at);
  }

  /** A user looks on LinkedIn, and sends again what is not there. */
  private async decideAboutFailures(): Promise<void> {
    for (const part of (await this.list<QueuedMessage>("/api/messages-queued?state=problem&limit=20")).slice(0, 3)) {
      const isThere = this.received().some(
        ({ providerId, text }) => providerId === part.providerId && text === part.message,
      );
      if (isThere) continue;
      const action = this.random.chance(0.6) ? "retry" : "cancel";
      await this.request("PATCH", `/api/messages-queued/${part.id}/${action}`);
      this.ledger.count(`failed parts: ${action}`);
    }
  }
}
