// Decides which modules of the web app share a file. Otherwise home would load forty files of a few hundred
// bytes.
import type { Plugin } from "vite";

interface Chunk {
  name: string;
  /** Files, or folders that end with a slash. "?slim" after a file of the contract leaves out its schemas. */
  modules: string[];
  /** Includes only modules that several pages import. */
  isShared?: boolean;
}

const icon = (name: string) => `lucide-react/dist/esm/icons/${name}.mjs`;

/** A module goes into the first chunk that names it, together with its imports. */
const chunks: Chunk[] = [
  { name: "react", modules: ["node_modules/react/", "node_modules/react-dom/", "node_modules/scheduler/"] },
  // Everything that home's first paint needs. In one file it compresses better.
  { name: "home", modules: ["web/main.tsx", "web/home/signed-in-home.tsx"] },
  {
    name: "base",
    isShared: true,
    modules: [
      ...["query-core/build/modern/mutationObserver.js", "react-query/build/modern/useMutation.js"].map(
        (file) => `@tanstack/${file}`,
      ),
      ...["arrow-right", "check", "chevron-down", "rotate-ccw"].map(icon),
      ...["web/ui/toast/refusal.ts", "web/ui/time/times.tsx", "web/ui/unbroken.tsx"],
      "contract/durations.ts",
      ...["web/api/mutation.ts", "web/accounts/path-inside.ts"],
      "web/ui/state/did-not-work.tsx",
      "web/offline/installation/platform.ts",
      ...["web/accounts/phone/phone-number.ts", "web/families/my-families.tsx"],
    ],
  },
  {
    name: "parts",
    isShared: true,
    modules: [
      ...["web/ui/action/", "web/families/invite-link.tsx"],
      ...["eye", "heart-handshake", "send", "undo-2"].map(icon),
      ...[
        "contract/reachability.ts",
        "web/reachability/queries.ts",
        "web/reachability/contact-methods/state-note.tsx",
      ],
    ],
  },
  {
    name: "fields",
    isShared: true,
    modules: [
      ...["field", "switch", "choice-field"].map((name) => `web/ui/form/${name}.tsx`),
      // These are too small for files of their own.
      ...["pencil", "plus", "printer", "x"].map(icon),
      ...[
        "web/ui/state/refused.tsx",
        "web/ui/state/outcome.tsx",
        "web/ui/state/failure.tsx",
        "web/families/role-words.ts",
      ],
      ...["web/ui/dialog/dialog.tsx", "web/ui/dialog/removal.tsx"],
    ],
  },
  {
    name: "accounts",
    isShared: true,
    modules: [
      "contract/accounts/accounts.ts",
      "web/accounts/account-queries.ts",
      "web/accounts/path-inside.ts",
    ],
  },
  { name: "forms", isShared: true, modules: ["web/ui/form/"] },
  // These modules are separate from home, so that the help pages don't wait for the rest of it.
  {
    name: "help",
    isShared: true,
    modules: [
      "contract/help/phrases.ts?slim",
      ...["outbox.ts", "outbox-store.ts", "receipts.ts"].map((name) => `web/help/requests/${name}`),
      ...["web/help/phrases/queries.ts", "web/families/call/"],
    ],
  },
  // Code that request cards share with other pages.
  {
    name: "cards",
    isShared: true,
    modules: [
      ...["contract/help/requests.ts?slim", "web/help/requests/cards/own/"],
      ...["cards.module.css", "changes.ts", "open-request.tsx", "others-request.tsx", "request-card.tsx"].map(
        (name) => `web/help/requests/cards/${name}`,
      ),
      ...["web/help/requests/progress.ts", "web/help/requests/promise-words.ts"],
      ...["web/help/requests/request-changes.ts", "web/help/phrases/category-picture.ts"],
    ],
  },
  // Shared by threads, guides and video calls.
  {
    name: "pictures",
    isShared: true,
    modules: [
      "web/help/pictures/",
      "web/help/capture-problem.ts",
      "web/help/memory-drafts.ts",
      ...["pause", "play"].map(icon),
    ],
  },
  { name: "guides", isShared: true, modules: ["web/help/guides/queries.ts", icon("book-open")] },
  // The parts of home below the fold, and its background work.
  {
    name: "day",
    modules: [
      ...["web/home/lines.tsx", "web/background.ts"],
      "web/help/help-watch.tsx",
      ...["web/puzzles/todays-puzzle.tsx", "web/local-events/local-events.tsx"],
    ],
  },
  // Code that home adds when there are requests.
  { name: "requests", modules: ["web/help/requests/request-list.tsx"] },
  { name: "things", isShared: true, modules: ["web/help/things/"] },
  {
    name: "categories",
    isShared: true,
    modules: ["contract/calendar/calendar.ts?slim", "web/calendar/category-options.tsx"],
  },
  // The parts of a request's card that appear once somebody says when they will call, or whether it is a scam.
  {
    name: "family-answers",
    isShared: true,
    modules: ["promises/", "scams/verdict-choice.tsx", "scams/verdicts.tsx"].map(
      (name) => `web/help/requests/cards/${name}`,
    ),
  },
];

const isIn = (id: string, module: string): boolean => {
  const [file = ""] = id.split("?");
  if (module.endsWith("?slim")) return id.includes(`/${module}`);
  return module.endsWith("/") ? file.includes(`/${module}`) : file.endsWith(`/${module}`);
};

export const chunkGroups = chunks.map(({ name, modules, isShared }, index) => ({
  name,
  test: (id: string) => modules.some((module) => isIn(id, module)),
  priority: chunks.length - index,
  ...(isShared && { minShareCount: 2 }),
}));

/** Fails the build when a named module has moved; otherwise it would leave its chunk unnoticed. */
export const everyChunkModuleExists = (): Plugin => ({
  name: "every-chunk-module-exists",
  buildEnd() {
    const ids = [...this.getModuleIds()];
    for (const module of chunks.flatMap(({ modules }) => modules)) {
      if (!ids.some((id) => isIn(id, module)))
        this.error(`scripts/chunks.ts names ${module}, which does not exist.`);
    }
  },
});
