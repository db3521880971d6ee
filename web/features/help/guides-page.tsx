import { useQuery } from "@tanstack/react-query";
import { BookOpen, Plus } from "lucide-react";
import { useParams } from "wouter";
import { callName } from "#contract/call-name.ts";
import type { Guide } from "#contract/help/guides.ts";
import { useSignedInUser } from "#web/features/accounts/queries.ts";
import { rememberPlace } from "#web/features/accounts/return-place.ts";
import { useFamily } from "#web/features/families/queries.ts";
import { useStoredRole, useToken } from "#web/platform/api/session.ts";
import { ButtonLink } from "#web/ui/action/button.tsx";
import { AppLink } from "#web/ui/action/link.tsx";
import { Actions, Stack } from "#web/ui/layout/layout.tsx";
import { lazyPage } from "#web/ui/page/lazy.tsx";
import { NotFoundPage } from "#web/ui/page/not-found-page.tsx";
import { Page } from "#web/ui/page/page.tsx";
import { Icon } from "#web/ui/picture/icon.tsx";
import { Loaded } from "#web/ui/state/loaded.tsx";
import { SkeletonRows } from "#web/ui/state/loading.tsx";
import { Hidden, Lead, Quiet } from "#web/ui/text.tsx";
import styles from "./guides/guides.module.css";
import { allGuides, guidesQuery, type ListedGuide, stepsOf } from "./guides/queries.ts";
import { StepPicture } from "./guides/step-picture.tsx";

const addressOf = ({ id }: ListedGuide): string => `/guides/${id}`;

function Tools({ guide }: { guide: ListedGuide }) {
  return (
    <Actions>
      <ButtonLink href={`${addressOf(guide)}/edit`}>
        {guide.own ? "Edit" : "Edit a copy"}
        <Hidden>
          {guide.own ? " " : " of "}“{guide.title}”
        </Hidden>
      </ButtonLink>
      <ButtonLink href={`${addressOf(guide)}/print`}>
        Print<Hidden> “{guide.title}”</Hidden>
      </ButtonLink>
    </Actions>
  );
}

interface GuideListProps {
  guides: readonly ListedGuide[];
  title: string;
}

/** The first picture or drawing of a guide, so that it is found at a glance. */
function GuideTile({ guide }: { guide: ListedGuide }) {
  const shown = stepsOf(guide).find(({ picture, drawing }) => picture ?? drawing);
  return (
    <AppLink className={styles.tile} href={addressOf(guide)}>
      <span className={styles.cover} aria-hidden="true">
        {shown ? <StepPicture step={{ ...shown, marks: [] }} name="" /> : <Icon of={BookOpen} />}
      </span>
      <span>{guide.title}</span>
    </AppLink>
  );
}

/** All guides as tiles with their drawings. Helpers can also write, change and print them. */
function GuideList({ guides, title }: GuideListProps) {
  const role = useStoredRole();
  const familyName = useFamily()?.name ?? "";
  const isHelper = role === "admin" || role === "child";
  return (
    <Page title={title} layout="tight">
      <Stack gap={8}>
        <ButtonLink variant="back" href="/help">
          Back
        </ButtonLink>
        <h1>{title}</h1>
        <Lead>One step at a time. Tap what you want to do.</Lead>
      </Stack>
      {isHelper && (
        <ButtonLink variant="primary" icon={Plus} href="/guides/new/edit" isStart>
          Write a guide
        </ButtonLink>
      )}
      <ul className={styles.tiles}>
        {guides.map((guide) => (
          <li key={guide.id}>
            <Stack gap={12}>
              <GuideTile guide={guide} />
              {guide.own?.writtenBy && (
                <Quiet>Written by {callName(guide.own.writtenBy.name, familyName)}</Quiet>
              )}
              {isHelper && <Tools guide={guide} />}
            </Stack>
          </li>
        ))}
      </ul>
    </Page>
  );
}

const GuideReader = lazyPage(() => import("./guide-reader.tsx"), "GuideReader");
const GuideSheet = lazyPage(() => import("./guides/guide-sheet.tsx"), "GuideSheet");
const GuideEditor = lazyPage(() => import("./guides/guide-editor.tsx"), "GuideEditor");

const title = "How to do it yourself";

const skeleton = <SkeletonRows count={4} />;

interface GuidesProps {
  guides: readonly Guide[];
  /** The guide in the address, and the action on it. */
  name: string | undefined;
  part: string | undefined;
}

/** A built-in guide that the family has copied can still be opened at its own address. */
const find = (guides: readonly Guide[], name: string): ListedGuide | undefined =>
  [...allGuides(guides), ...allGuides([])].find(({ id }) => String(id) === name);

function Guides({ guides, name, part }: GuidesProps) {
  if (name === undefined) return <GuideList guides={allGuides(guides)} title={title} />;
  if (name === "new" && part === "edit") return <GuideEditor guide={undefined} />;
  const guide = find(guides, name);
  if (!guide) return <NotFoundPage />;
  if (part === undefined) return <GuideReader key={guide.id} guide={guide} />;
  if (part === "print") return <GuideSheet guide={guide} />;
  if (part === "edit") return <GuideEditor key={guide.id} guide={guide} />;
  return <NotFoundPage />;
}

function FamilyGuides({ name, part }: Pick<GuidesProps, "name" | "part">) {
  const guides = useQuery(guidesQuery);
  if (guides.data) return <Guides guides={guides.data} name={name} part={part} />;
  return (
    <Page title={title} layout="tight">
      <h1>{title}</h1>
      <Loaded of={guides} name="the guides" skeleton={skeleton}>
        {() => skeleton}
      </Loaded>
    </Page>
  );
}

/** The list of guides, one guide, its sheet to print, or its form. Only people who are signed in see any of it. */
export function GuidesPage() {
  const { guide, part } = useParams<{ guide?: string; part?: string }>();
  const user = useSignedInUser();
  const isSignedIn = useToken() !== null && user?.familyId !== null;
  if (isSignedIn) return <FamilyGuides name={guide} part={part} />;
  return (
    <Page title={title} layout="tight">
      <h1>{title}</h1>
      <Lead>Guides are for family members. Please sign in first.</Lead>
      <ButtonLink href="/?signup" isStart onClick={rememberPlace}>
        Sign in
      </ButtonLink>
    </Page>
  );
}
