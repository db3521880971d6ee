import { callName } from "#contract/call-name.ts";
import { monthAndDay, weekday } from "#contract/time-words.ts";
import { useSignedInUser } from "#web/features/accounts/queries.ts";
import { useFamilyClock } from "#web/features/families/family-clock.ts";
import { useStoredGrandparentNames, useStoredRole } from "#web/platform/api/session.ts";
import { ButtonLink } from "#web/ui/action/button.tsx";
import { Actions, Columns } from "#web/ui/layout/layout.tsx";
import { Emoji } from "#web/ui/picture/emoji.tsx";
import { Together } from "#web/ui/text.tsx";
import { greetedAs, greetingAt } from "./greeting.ts";
import styles from "./welcome.module.css";

function Greeting() {
  const { day, time } = useFamilyClock();
  const { words, sky } = greetingAt(time);
  const user = useSignedInUser();
  const family = user?.families.find(({ id }) => id === user.familyId);
  const names = greetedAs({
    role: useStoredRole(),
    grandparentNames: useStoredGrandparentNames(),
    name: user && callName(user.displayName, family?.name ?? ""),
  });
  return (
    <div>
      <h1>
        <Together>
          {words}
          {names && ","}
        </Together>{" "}
        <Together>{names}</Together>
      </h1>
      <p className={styles.date}>
        <Emoji name={sky} />
        <span>
          {weekday(day)}, <Together>{monthAndDay(day)}</Together>
        </span>
      </p>
      {user?.families[1] && <p>{family?.name}</p>}
    </div>
  );
}

/** The greeting, the day, and the help button. */
export function Welcome() {
  const role = useStoredRole();
  const isHelper = role === "admin" || role === "child";
  return (
    <Columns kind="welcome">
      <Greeting />
      {isHelper ? (
        <Actions isWide>
          <ButtonLink variant="help-small" href="/help">
            I Need Help
          </ButtonLink>
          {role === "admin" && (
            <ButtonLink className={styles.admin} variant="quiet" href="/admin">
              Admin Dashboard
            </ButtonLink>
          )}
        </Actions>
      ) : (
        <ButtonLink variant="help" href="/help">
          I Need Help
        </ButtonLink>
      )}
    </Columns>
  );
}
