import { FamilyInvitations } from "./family-invitations.tsx";

/** The tab to invite people and to see the state of each invitation. */
export const CoAdminsTab = () => <FamilyInvitations title="Co-Admins" />;
