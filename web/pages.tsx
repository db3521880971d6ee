import { type ComponentType, lazy } from "react";

interface PageRoute {
  path: string;
  Page: ComponentType;
}

/** A page that is loaded when somebody goes there. */
const page = <Name extends string>(load: () => Promise<Record<Name, ComponentType>>, name: Name) =>
  lazy(async () => ({ default: (await load())[name] }));

/** Every address of the app, first match wins; a page names its own title. */
export const pages: readonly PageRoute[] = [
  { path: "/", Page: page(() => import("#web/landing/landing-page.tsx"), "LandingPage") },
  {
    path: "/privacy-policy",
    Page: page(() => import("#web/legal/privacy-policy-page.tsx"), "PrivacyPolicyPage"),
  },
  {
    path: "/terms-of-service",
    Page: page(() => import("#web/legal/terms-of-service-page.tsx"), "TermsOfServicePage"),
  },
  { path: "*", Page: page(() => import("#web/not-found/not-found-page.tsx"), "NotFoundPage") },
];
