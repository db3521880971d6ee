import { useQuery } from "@tanstack/react-query";
import { ArrowLeft, ArrowRight, Check, RotateCcw } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useLocation, useSearchParams } from "wouter";
import type { Guide, GuideStep } from "#contract/help/guides.ts";
import type { HelpRequest } from "#contract/help/requests.ts";
import { useSignedInUser } from "#web/features/accounts/queries.ts";
import { call } from "#web/platform/api/call.ts";
import { storeFiles } from "#web/platform/offline/stored-files.ts";
import { ignoreSecondTap, takeFocus } from "#web/ui/action/after-tap.ts";
import { Button, ButtonLink } from "#web/ui/action/button.tsx";
import { Actions, Stack } from "#web/ui/layout/layout.tsx";
import { Page } from "#web/ui/page/page.tsx";
import { ErrorMessage } from "#web/ui/state/error-message.tsx";
import { Quiet } from "#web/ui/text.tsx";
import styles from "./guides/guides.module.css";
import { guidesQuery, type ListedGuide, pictureAddress, stepsOf } from "./guides/queries.ts";
import { StepPicture } from "./guides/step-picture.tsx";
import { offerUndo } from "./requests/cards/own-actions.tsx";
import { helpRequestsQuery } from "./requests/queries.ts";
import { paramsOf, useChange } from "./requests/request-changes.ts";
import { isOpen } from "./requests/request-words.ts";

/** The person's own open request: the one that the guide was opened from, or one with the guide's phrase. */
function useOwnRequest({ phrases }: ListedGuide): HelpRequest | undefined {
  const [search] = useSearchParams();
  const user = useSignedInUser();
  const { data = [] } = useQuery(helpRequestsQuery);
  const own = data.filter((request) => request.askedBy.id === user?.id && isOpen(request));
  return (
    own.find(({ id }) => String(id) === search.get("request")) ??
    own.find(({ phrase }) => phrases.includes(phrase))
  );
}

/** Closes the request. Home then says that it is closed, and offers to undo that. */
const useClosing = () =>
  useChange(
    (request: HelpRequest) => call("POST /api/help-requests/:id/resolution", paramsOf(request)),
    ({ id }) => offerUndo(id, "undo"),
  );

interface ClosingProps {
  request: HelpRequest;
  resolve: ReturnType<typeof useClosing>;
  onLeave: () => void;
}

/** Asks whether to close the request. */
function Closing({ request, resolve, onLeave }: ClosingProps) {
  return (
    <Stack gap={24}>
      <h2 tabIndex={-1} ref={takeFocus} className={styles.sentence}>
        Your family still thinks that you need help. Tell them that you're OK?
      </h2>
      <Quiet>You asked: “{request.phrase}”</Quiet>
      <div className={styles.next}>
        <Actions isWide>
          <Button
            variant="primary"
            icon={Check}
            isBusy={resolve.isPending}
            onClick={() => resolve.mutate(request, { onSuccess: onLeave })}
          >
            Yes, I'm OK now
          </Button>
          <Button onClick={onLeave}>Not yet</Button>
        </Actions>
      </div>
      <ErrorMessage error={resolve.error} />
    </Stack>
  );
}

interface EndProps {
  guide: ListedGuide;
  onBack: () => void;
}

/** The end of a guide, which asks whether it worked and offers the next step. */
function End({ guide, onBack }: EndProps) {
  const [, navigate] = useLocation();
  const [works, setWorks] = useState(false);
  const request = useOwnRequest(guide);
  // The call outlives `Closing`, because a live event can close the request before the answer comes.
  const resolve = useClosing();
  const goHome = () => navigate("/");
  const answer = () => {
    ignoreSecondTap();
    setWorks(true);
  };
  if (works && request) return <Closing request={request} resolve={resolve} onLeave={goHome} />;
  if (works)
    return (
      <Stack gap={24}>
        <h2 tabIndex={-1} ref={takeFocus} className={styles.sentence}>
          Well done!
        </h2>
        <div className={styles.next}>
          <ButtonLink variant="primary" href="/">
            Go home
          </ButtonLink>
        </div>
      </Stack>
    );
  return (
    <>
      <div className={styles.step}>
        <h2 tabIndex={-1} ref={takeFocus} className={styles.sentence}>
          Does it work now?
        </h2>
        <div className={styles.next}>
          <Stack gap={12}>
            <Button variant="primary" icon={Check} onClick={answer}>
              It works
            </Button>
            <ButtonLink icon={RotateCcw} href={request ? "/" : "/help"}>
              Still not
            </ButtonLink>
          </Stack>
        </div>
        <Quiet>
          {request
            ? "If it still doesn't work, your request stays open. Your family can see it."
            : "If it still doesn't work, you can ask your family for help."}
        </Quiet>
      </div>
      <div className={styles.next}>
        <Button icon={ArrowLeft} onClick={onBack}>
          Back
        </Button>
      </div>
    </>
  );
}

interface StepProps {
  step: GuideStep;
  number: number;
  count: number;
  /** The heading takes the focus, except when the page has just been opened. */
  takesFocus: boolean;
}

function Step({ step, number, count, takesFocus }: StepProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (!takesFocus) return;
    window.scrollTo(0, 0);
    heading.current?.focus({ preventScroll: true });
  }, [takesFocus]);
  return (
    <div className={styles.step}>
      <h2 tabIndex={-1} ref={heading} className={styles.sentence}>
        <small>
          Step {number} of {count}
        </small>
        {step.sentence}
      </h2>
      <StepPicture step={step} name={`Step ${number}`} />
    </div>
  );
}

const picturesOf = (guides: readonly Guide[]): string[] =>
  guides.flatMap(({ steps }) => steps.flatMap(({ picture }) => (picture ? pictureAddress(picture.id) : [])));

/** A guide that was opened once can be read again without a connection, with all of its pictures. */
function useKeptPictures({ own }: ListedGuide): void {
  const familyId = useSignedInUser()?.familyId;
  const { data } = useQuery(guidesQuery);
  useEffect(() => {
    if (!familyId || !own || !data) return;
    storeFiles(familyId, {
      folder: "/api/guide-pictures/",
      wanted: picturesOf([own]),
      current: picturesOf(data),
    }).catch(() => undefined);
  }, [familyId, own, data]);
}

/** A guide, one step at a time. */
export function GuideReader({ guide }: { guide: ListedGuide }) {
  const steps = stepsOf(guide);
  const [place, setPlace] = useState(0);
  const [hasMoved, setMoved] = useState(false);
  useKeptPictures(guide);
  const go = (by: -1 | 1) => () => {
    ignoreSecondTap();
    setMoved(true);
    setPlace(place + by);
  };
  const step = steps[place];
  return (
    <Page title={guide.title} layout="tight">
      <Stack gap={8}>
        <ButtonLink variant="back" href="/guides">
          All guides
        </ButtonLink>
        <h1>{guide.title}</h1>
      </Stack>
      {step ? (
        <>
          <Step key={place} step={step} number={place + 1} count={steps.length} takesFocus={hasMoved} />
          <div className={styles.next}>
            <Actions isWide>
              {place > 0 && (
                <Button icon={ArrowLeft} onClick={go(-1)}>
                  Back
                </Button>
              )}
              <Button variant="primary" iconAfter={ArrowRight} onClick={go(1)}>
                Next
              </Button>
            </Actions>
          </div>
        </>
      ) : (
        <End guide={guide} onBack={go(-1)} />
      )}
    </Page>
  );
}
