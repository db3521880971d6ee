import { queryOptions, useQueryClient } from "@tanstack/react-query";
import type { ChangedGuide, Guide, GuideStep, NewGuide } from "#contract/help/guides.ts";
import { type ReadyGuideKey, readyGuides } from "#contract/help/ready-guides.ts";
import type { GuideId } from "#contract/help/replies.ts";
import { addressOf, call } from "#web/platform/api/call.ts";
import { useMutation } from "#web/platform/api/mutation.ts";
import { useRefresh } from "#web/platform/api/queries.ts";
import { readySteps } from "./ready-steps.ts";

/** All guides with their steps, because they are read without a connection too. */
export const guidesQuery = queryOptions({
  queryKey: ["guides"],
  queryFn: ({ signal }) => call("GET /api/guides", undefined, signal),
  gcTime: Number.POSITIVE_INFINITY,
  meta: { storedOffline: true },
});

export const pictureAddress = (id: number): string =>
  addressOf("GET /api/guide-pictures/:id", { params: { id } });

/** One of the family's guides, or a built-in one. */
export interface ListedGuide {
  id: GuideId;
  title: string;
  /** The help phrases that it belongs to. */
  phrases: readonly string[];
  /** The family's guide. */
  own?: Guide;
}

const toListed = (own: Guide): ListedGuide => ({
  id: own.id,
  title: own.title,
  own,
  phrases: own.phrase ? [own.phrase.words] : [],
});

/** The family's guides, followed by the built-in ones that it has not copied. */
export const allGuides = (own: readonly Guide[]): ListedGuide[] => [
  ...own.map(toListed),
  ...readyGuides
    .filter(({ key }) => own.every(({ copyOf }) => copyOf !== key))
    .map(({ key, title, phrases }) => ({ id: key, title, phrases })),
];

export const titleOfReady = (key: ReadyGuideKey): string =>
  readyGuides.find((ready) => ready.key === key)?.title ?? "";

/** Returns the guides that belong to a phrase, in their order. */
export const guidesFor = (phrase: string, guides: readonly ListedGuide[]): ListedGuide[] =>
  guides.filter(({ phrases }) => phrases.includes(phrase));

/** A saved guide shows at once, even if the live event arrives late. */
const useStore = () => {
  const queries = useQueryClient();
  return (guide: Guide) =>
    queries.setQueryData(
      guidesQuery.queryKey,
      (list) => list && [...list.filter(({ id }) => id !== guide.id), guide],
    );
};

/** Adds the guide, or changes the one of this id. */
export const useSaveGuide = (id: number | undefined) =>
  useMutation({
    mutationFn: ({ copyOf, version, ...body }: NewGuide & Pick<ChangedGuide, "version">) =>
      id === undefined
        ? call("POST /api/guides", { body: { ...body, copyOf } })
        : call("PUT /api/guides/:id", { params: { id }, body: { ...body, version } }),
    onSuccess: useStore(),
    onSettled: useRefresh(guidesQuery.queryKey),
  });

export const useDeleteGuide = (id: number) =>
  useMutation({
    mutationFn: () => call("DELETE /api/guides/:id", { params: { id } }),
    onSettled: useRefresh(guidesQuery.queryKey),
  });

export const useAddGuidePicture = () =>
  useMutation({ mutationFn: (upload: Blob) => call("POST /api/guide-pictures", { upload }) });

export const useMakeGuide = (requestId: number) =>
  useMutation({
    mutationFn: () => call("POST /api/help-requests/:id/guide", { params: { id: requestId } }),
    onSuccess: useStore(),
    onSettled: useRefresh(guidesQuery.queryKey),
  });

/** The family's steps, or those of the built-in guide. */
export const stepsOf = ({ own, id }: ListedGuide): readonly GuideStep[] =>
  own?.steps ??
  (typeof id === "string" ? readySteps[id].map((step) => ({ ...step, picture: null, marks: [] })) : []);
