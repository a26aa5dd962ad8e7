import {
  type InfiniteData,
  type QueryClient,
  type QueryKey,
  useMutationState,
  useQueryClient,
} from "@tanstack/react-query";
import { showToast, type ToastMessage } from "#ui/feedback/toast.tsx";
import type { ItemPage } from "../api/api.ts";
import { refreshQueries } from "../api/company-events.ts";
import { type OfferUndo, type StartedAction, useUndoableMutation } from "../api/undo.tsx";

/** A change to items that are shown in lists. `predict` and `applyResponse` return null for an item that leaves the list. */
export type OptimisticUpdate<Item, Input, Answer> = {
  /** Pending updates are found by this key. */
  mutationKey: QueryKey;
  mutate: (input: Input) => Promise<Answer>;
  /** An action that is already registered for undo; without one, the update registers a new one. */
  startedOf?: (input: Input) => StartedAction | undefined;
  /** The item as it will be, shown while the server is still working. */
  predict: (item: Item, input: Input) => Item | null;
  /** The item after the server's response; without this, as predicted. */
  applyResponse?: (item: Item, answer: Answer, input: Input) => Item | null;
  /** The cached queries that hold such items: lists of pages, single pages or single items. */
  cached: readonly QueryKey[];
  /** Updates other cached data that depends on the items, such as counts; called before the items are changed. */
  patchOthers?: (client: QueryClient, change: Change<Item>) => void;
  /** Refetched afterwards, whether the update succeeded or failed. */
  refresh: readonly QueryKey[];
};

type UpdateToasts<Input, Answer> = {
  done: (answer: Answer, input: Input, offerUndo: OfferUndo) => ToastMessage | Promise<ToastMessage>;
  failed: (error: unknown, input: Input) => ToastMessage | Promise<ToastMessage>;
};

/**
 * Sends an update and shows a toast with its outcome. `usePredictedItems` applies pending updates while rendering; they are
 * never written to the cache, so that a failed update needs no rollback and a refetch does not undo a pending one.
 */
export function useOptimisticUpdate<Item, Input, Answer>(
  update: OptimisticUpdate<Item, Input, Answer>,
  toasts: UpdateToasts<Input, Answer>,
) {
  const client = useQueryClient();
  const { predict, applyResponse = (item, _answer, input) => predict(item, input) } = update;
  return useUndoableMutation({
    mutationKey: update.mutationKey,
    mutationFn: update.mutate,
    ...(update.startedOf && { startedOf: update.startedOf }),
    onSuccess: async (answer: Answer, input: Input, offerUndo) => {
      showToast(await toasts.done(answer, input, offerUndo));
      // The response of a fetch that began before the update would restore the old state.
      await Promise.all(update.cached.map((queryKey) => client.cancelQueries({ queryKey })));
      const change = (item: Item) => applyResponse(item, answer, input);
      update.patchOthers?.(client, change);
      patchCachedItems<Item>(client, update.cached, change);
    },
    onError: async (error, input) => showToast(await toasts.failed(error, input)),
    onSettled: () => void refreshQueries(client, update.refresh),
  });
}

type Prediction<Item, Input> = Pick<OptimisticUpdate<Item, Input, never>, "mutationKey" | "predict">;

/** The inputs of the updates that are still pending. */
export const usePendingUpdates = <Input>(mutationKey: QueryKey): Input[] =>
  useMutationState({
    filters: { mutationKey, status: "pending" },
    select: ({ state }) => state.variables as Input,
  });

/** The items as they will be once the pending updates have succeeded. */
export function usePredictedItems<Item, Input>(
  items: readonly Item[],
  { mutationKey, predict }: Prediction<Item, Input>,
): readonly Item[] {
  const pending = usePendingUpdates<Input>(mutationKey);
  if (pending.length === 0) return items;
  return items.flatMap((item) => {
    const predicted = pending.reduce<Item | null>((current, input) => current && predict(current, input), item);
    return predicted === null ? [] : [predicted];
  });
}

type Change<Item> = (item: Item) => Item | null;

/** A page in which nothing changes stays the same object, so that a long list is not rendered again. */
export const patchPage = <Item>(page: ItemPage<Item>, change: Change<Item>): ItemPage<Item> => {
  const changed = page.items.map(change);
  if (changed.every((item, index) => item === page.items[index])) return page;
  return { ...page, items: changed.filter((item) => item !== null) };
};

type CachedItems<Item> = InfiniteData<ItemPage<Item>> | ItemPage<Item> | Item;

const patchData = <Item>(data: CachedItems<Item>, change: Change<Item>): CachedItems<Item> => {
  if (typeof data !== "object" || data === null) return data;
  if ("pages" in data) return { ...data, pages: data.pages.map((page) => patchPage(page, change)) };
  if ("nextCursor" in data) return patchPage(data, change);
  return change(data as Item) ?? data;
};

/** Changes items in the cache; the next fetch replaces them. */
export const patchCachedItems = <Item>(client: QueryClient, keys: readonly QueryKey[], change: Change<Item>): void => {
  for (const queryKey of keys) {
    client.setQueriesData<CachedItems<Item>>({ queryKey }, (data) =>
      data === undefined ? data : patchData(data, change),
    );
  }
};
