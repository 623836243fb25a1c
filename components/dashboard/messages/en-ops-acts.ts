/**
 * What an operator can do and what it changes, word for word. In English these are the words of the mail to the owner
 * (lib/services/desk/operator), and a test holds them together.
 */
export const enOpsActs = {
  act_suspend: "Suspend the store",
  act_suspend_effect:
    "The API answers 403 store_suspended. Hosted pages stop taking payments. Subscribers keep paid access. Payouts are paused and the money stays in the wallet. Webhooks wait and can be sent again later; renewal reminders are not sent.",
  act_restore: "Restore the store",
  act_restore_effect:
    "The API answers again. Hosted pages take payments again. Payouts are possible again, and those that waited go out. Webhooks that waited can be sent from the event log.",
  act_block_developer_access: "Block developer access",
  act_block_developer_access_effect:
    "The API answers 403 developer_access_blocked to live and test keys. No webhooks are sent; they wait and can be sent again later. Hosted pages, payments and payouts go on. The event log can still be read.",
  act_allow_developer_access: "Allow developer access",
  act_allow_developer_access_effect:
    "The API answers again with the keys that exist. New webhooks are sent; those that waited can be sent from the event log.",
  act_verify: "Verify the seller",
  act_verify_effect: "The store can pay out what is available in its wallet. Nothing else changes.",
  act_reject: "Reject the seller",
  act_reject_effect:
    "The store cannot ask for payouts. It goes on taking payments, and the money stays in its wallet. Payouts that were asked for before go on.",
  act_check_again: "Take the decision back",
  act_check_again_effect:
    "The seller counts as being checked. Until you decide, the store cannot ask for payouts; it goes on taking payments.",

  act_close: "Mark as settled",
  act_close_effect: "It leaves the list of what needs a hand. Nothing else changes; no money moves.",
  act_open: "Open it again",
  act_open_effect: "It is back in the list of what needs a hand. Nothing else changes; no money moves.",

  act_accept: "Accept it for the order",
  act_accept_effect:
    "The order counts as paid and starts what it was for. Where less came, the order becomes as small as what came; where more came, the rest goes back to its payer. The payer gets a receipt, and order.paid is sent to webhooks.",
  act_accept_undo: "You can undo this by refunding the order, as its seller can.",
  act_return: "Give it back to the payer",
  act_return_effect:
    "All of it goes back the way it came. The order stays unpaid. If the provider cannot give it back, a new task says so.",
  act_return_undo: "This cannot be undone once the provider has sent it.",
  act_keep: "Leave it set aside",
  act_keep_effect:
    "The money stays set aside: in nobody’s wallet, on its way to nobody. Only the task is closed, with your reason.",
  act_keep_undo: "You can undo this: open the task again and decide otherwise.",

  act_paid: "Mark as paid",
  act_paid_effect:
    "The payout counts as arrived: the seller reads so, payout.paid is sent to webhooks, and the money is no longer in the seller’s wallet nor on its way.",
  act_paid_undo: "You can undo this: “It came back” puts amount and fee into the wallet again.",
  act_paid_evidence: "The provider’s own reference or receipt for it",
  act_returned: "Return it to the wallet",
  act_returned_effect:
    "Amount and fee are in the seller’s wallet again and can be paid out anew; payout.failed is sent to webhooks. Should the provider deliver it after all, the same money has gone out twice, and a task says so.",
  act_returned_unsent_effect:
    "Amount and fee are in the seller’s wallet again and can be paid out anew; payout.failed is sent to webhooks. Nothing has left our account for it.",
  act_returned_undo: "This cannot be undone: the money is the seller’s to pay out again at once.",
  act_returned_evidence: "Where you saw that it did not arrive and will not: a reference, a date, a name",
  act_came_back: "It came back",
  act_came_back_effect:
    "Amount and fee are in the seller’s wallet again, because the account that was paid sent the money back to ours; payout.failed is sent to webhooks.",
  act_came_back_undo: "This cannot be undone: the money is the seller’s to pay out again at once.",
  act_came_back_evidence: "The entry in our account that shows it back: a reference, a date",

  hand_unknown: "Nobody knows",
  hand_unknown_what:
    "The provider was asked for 72 hours and never said whether it arrived. The money stays reserved. Look at the provider’s own records, ask the seller, and then mark it as paid or return it.",
  hand_refused: "Refused",
  hand_refused_what:
    "The provider refused it, so nobody has the money. Mend the cause there (money in our account, approval of transfers), then return it to the wallet; the seller can pay out again.",
  hand_waiting: "Waiting",
  hand_waiting_what:
    "It was not sent: our account at the provider does not cover it, or the store is suspended. It goes by itself once that has changed, looked at every ten minutes.",
  hand_under_way: "Under way",
  hand_under_way_what:
    "The provider has it and is asked by itself, less and less often for 72 hours. Nothing to do.",
  hand_done: "Done",
  hand_done_what: "Nothing to do.",

  resetTwoStepEffect:
    "Two-step sign-in is turned off for this person, their passkeys are removed and they are signed out everywhere. They sign in with their password or a mailed link, and can turn it on again.",
} as const;
