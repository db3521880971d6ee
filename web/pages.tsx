import { type ComponentType, useEffect } from "react";
import { useSearchParams } from "wouter";
import { type ScreenPath, screenPaths } from "#contract/screens.ts";
import { lazyPage } from "#web/ui/page/lazy.tsx";
import { useToken } from "./api/session.ts";
import { fetchRequestCards } from "./help/requests/current-requests.tsx";
import type { OtherPath } from "./other-pages.tsx";

interface PageRoute {
  path: string;
  Page: ComponentType;
}

const LandingPage = lazyPage(() => import("./landing/landing-page.tsx"), "LandingPage");
const SignupPage = lazyPage(() => import("./home/signup-page.tsx"), "SignupPage");
const SignedInHome = lazyPage(() => import("./home/signed-in-home.tsx"), "SignedInHome");
const OpenFamily = lazyPage(() => import("./home/open-family.tsx"), "OpenFamily");

const HelpPage = lazyPage(() => import("./help/help-page.tsx"), "HelpPage");
const PhrasesPage = lazyPage(() => import("./help/phrases-page.tsx"), "PhrasesPage");

const fetchOtherPages = async () => (await import("./other-pages.tsx")).otherPages;

/** Fetches home's code before the first render, so that no loading page shows before it. */
export const fetchHome = SignedInHome.fetch;

/** Fetches the pages that a person may open after the first tap. */
const fetchFurtherPages = () =>
  Promise.all([PhrasesPage.fetch(), fetchRequestCards()])
    .then(fetchOtherPages)
    // If there is no connection now, each page is fetched again when it is opened.
    .catch(() => undefined);

/** The three states of `/`. */
function HomePage() {
  const isSignedIn = useToken() !== null;
  const [search] = useSearchParams();
  // The first page of help comes in advance, so that the first tap on "I Need Help" shows it at once.
  useEffect(() => {
    if (isSignedIn) void HelpPage.fetch();
  }, [isSignedIn]);
  if (search.has("signup")) return <SignupPage />;
  return isSignedIn ? <SignedInHome onShown={fetchFurtherPages} /> : <LandingPage />;
}

const FamilyPage = () => (
  <OpenFamily>
    <HomePage />
  </OpenFamily>
);

type HomePath = Exclude<ScreenPath, OtherPath>;

const homePages: Readonly<Record<HomePath, ComponentType>> = {
  "/": HomePage,
  "/family/:familyId": FamilyPage,
  "/help": HelpPage,
  "/help/:categoryId": PhrasesPage,
};

const isHomePath = (path: ScreenPath | "*"): path is HomePath => path in homePages;

/** Every screen with its address. The first match wins. */
export const pages: readonly PageRoute[] = [...screenPaths, "*" as const].map((path) => ({
  path,
  Page: isHomePath(path) ? homePages[path] : lazyPage(fetchOtherPages, path),
}));
