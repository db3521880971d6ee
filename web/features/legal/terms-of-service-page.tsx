import { Together } from "#web/ui/text.tsx";
import { LegalPage, type LegalPart } from "./legal-page.tsx";

const short = [
  "Use Porchlight kindly, with your own family.",
  "It is not for emergencies. In an emergency call 911.",
  "What you add stays yours.",
  "You can leave at any time.",
];

const parts: LegalPart[] = [
  {
    id: "who",
    title: "Who this is for",
    text: (
      <p>
        Porchlight is for families. You may use it if you were invited, or if you start a family yourself.
        Please use your own name and your own phone number.
      </p>
    ),
  },
  {
    id: "emergency",
    title: "Not for emergencies",
    text: (
      <>
        <p>
          Porchlight tells your family. It does not call an ambulance, the police or the fire department. In
          an emergency call 911.
        </p>
        <p>
          Your family may be asleep, busy or without a signal. If nobody answers, your screen says so. Then
          please call someone.
        </p>
      </>
    ),
  },
  {
    id: "care",
    title: "Taking care of your account",
    text: (
      <p>
        Keep your phone to yourself, because your phone is your key. Never tell anyone a code that we text
        you. We never ask for it by phone or <Together>e-mail</Together>. Tell us if you lose your phone.
      </p>
    ),
  },
  {
    id: "family",
    title: "Your family's page",
    text: (
      <p>
        A co-administrator looks after a family's page: settings, events, puzzles and invitations. Invite only
        people you know. Everybody in a family sees the family's day. Those who can help see the requests for
        help.
      </p>
    ),
  },
  {
    id: "content",
    title: "What you add",
    text: (
      <p>
        What your family adds stays yours. We only store it and show it to your family. Please add only things
        you are allowed to share.
      </p>
    ),
  },
  {
    id: "calendar",
    title: "Calendars you connect",
    text: (
      <p>
        You may connect a calendar that is yours to share. Our access is read-only, and you can disconnect it
        at any time.
      </p>
    ),
  },
  {
    id: "messages",
    title: "Text messages",
    text: (
      <p>
        We text you codes to sign in, and we text your family when you ask for help. Your phone company may
        charge you for messages.
      </p>
    ),
  },
  {
    id: "promise",
    title: "What we promise, and what we cannot",
    text: (
      <p>
        We do our best to keep Porchlight running and your requests on their way. We cannot promise that it
        always works. It depends on phones and networks that are not ours. Please do not rely on it alone.
      </p>
    ),
  },
  {
    id: "end",
    title: "Stopping",
    text: (
      <p>
        You can leave at any time. You can delete your account in “Me”. A co-administrator can delete a family
        in the Admin Panel. We may close an account that is used to harm others.
      </p>
    ),
  },
  {
    id: "changes",
    title: "When these terms change",
    text: <p>We put the new date at the top of this page.</p>,
  },
];

export const TermsOfServicePage = () => <LegalPage title="Terms of Service" short={short} parts={parts} />;
