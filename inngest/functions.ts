import { advanceSubscriptions } from "./advance-subscriptions";
import { checkInvariants } from "./check-invariants";
import { deliverMessages } from "./deliver-messages";
import { deliverWebhooks } from "./deliver-webhooks";
import { findDisputes } from "./find-disputes";
import { forgetOldRows } from "./forget-old";
import { move } from "./move";
import { moveTransfers } from "./move-transfers";
import { notifySellers } from "./notify-sellers";
import { pollAttempts, releaseMoney } from "./poll-attempts";
import { publishDates } from "./publish-dates";
import { reconcile } from "./reconcile";
import { remind } from "./remind";
import { renew } from "./renew";
import { sealAuditLog } from "./seal-audit";
import { startUssd } from "./start-ussd";
import { watch } from "./watch";

/** All functions that an executor runs. */
export const functions = [
  deliverWebhooks,
  advanceSubscriptions,
  deliverMessages,
  notifySellers,
  forgetOldRows,
  pollAttempts,
  releaseMoney,
  publishDates,
  moveTransfers,
  move,
  remind,
  renew,
  startUssd,
  checkInvariants,
  reconcile,
  findDisputes,
  sealAuditLog,
  watch,
];
