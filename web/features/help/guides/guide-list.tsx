import { BookOpen, Plus } from "lucide-react";
import { callName } from "#web/features/families/contacts.ts";
import { useFamily } from "#web/features/families/queries.ts";
import { useStoredRole } from "#web/platform/api/session.ts";
import { ButtonLink } from "#web/ui/action/button.tsx";
import { Actions, Rows, Stack } from "#web/ui/layout/layout.tsx";
import { Page } from "#web/ui/page/page.tsx";
import { Hidden, Lead, Quiet } from "#web/ui/text.tsx";
import styles from "./guides.module.css";
import type { ListedGuide } from "./queries.ts";

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

/** All guides as large buttons. Helpers can also write, change and print them. */
export function GuideList({ guides, title }: GuideListProps) {
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
      <Rows>
        {guides.map((guide) => (
          <li key={guide.id}>
            <Stack gap={12}>
              <ButtonLink className={styles.title} href={addressOf(guide)} icon={BookOpen}>
                {guide.title}
              </ButtonLink>
              {guide.own?.writtenBy && (
                <Quiet>Written by {callName(guide.own.writtenBy.name, familyName)}</Quiet>
              )}
              {isHelper && <Tools guide={guide} />}
            </Stack>
          </li>
        ))}
      </Rows>
    </Page>
  );
}
