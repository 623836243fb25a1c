/** What needs a hand of who runs the service. */
export const enOpsTasks = {
  task_insufficient_float: "Our account at {rail} does not cover a payout",
  task_insufficient_float_what:
    "Its seller was not bounced: it waits. Put money into our account there. One that was not sent yet goes by itself within ten minutes; one that the provider refused has to be returned to the wallet.",
  task_needs_manual_approval: "A payout waits for somebody to approve it at {rail}",
  task_needs_manual_approval_what:
    "Approve it in the provider’s dashboard, and turn the approval of transfers by API off there, or every payout will wait.",
  task_unknown_payment: "A provider told us of a payment that we never started",
  task_unknown_payment_what:
    "Nothing was credited. It may be another server with the same credentials, or somebody who tries. Look it up at the provider.",
  task_unknown_transfer: "A provider told us of a payout or refund that we never sent",
  task_unknown_transfer_what:
    "If it is in the provider’s records, somebody else uses our account there: change its keys, and ask the provider.",
  task_invariant_broken: "Something that must always be true is not (number {number})",
  task_invariant_broken_what:
    "{what}. It is a mistake in the program, or somebody changed the database by hand. Nothing is repaired by itself; keep a copy of the database before you do anything.",
  task_rail_refused: "{rail} refuses our account or its credentials",
  task_rail_refused_what:
    "It said: {detail}. Payments that begin with it fail over or fail. Check the connection, and enter the credentials again if they were changed or withdrawn, and see in its dashboard that the account may do this.",
  task_rail_untrusted: "The line to {rail} is not safe",
  task_rail_untrusted_what:
    "Its certificate could not be trusted ({detail}), so nothing was sent. No payment fails for it, and none can begin: look at this server’s clock and at what stands between, then check the connection.",
  task_rail_unproved: "Callbacks of {rail} do not prove where they come from",
  task_rail_unproved_what:
    "They were refused. Payments are found by asking meanwhile, which is slower. If it goes on: is the secret of callbacks the same here and in the dashboard, and are the clocks right? Else somebody tries to forge them, in vain.",
  task_rail_needs_operator: "{rail} waits for something in its dashboard",
  task_rail_needs_operator_what: "It said: {detail}. Nothing goes on until somebody does that there.",
  task_rail_odd: "{rail} said something that we do not understand",
  task_rail_odd_what:
    "It said: {detail}. Money is safe: what is not understood counts as undecided and is asked again. If it goes on, this version is too old for the provider.",
  task_rail_problem_ours:
    "The provider refused to start it for a reason that payers cannot mend. Check the connection of its rail; payers were offered another way.",
  task_contradiction_ours:
    "It said one thing and later another. Money stays where it is. Ask the provider before anybody acts.",
  task_payment_disputed_ours:
    "What it may cost the store is kept back in its wallet. The seller collects what shows that they delivered and sends it to you: answer the bank at the provider, in time. Its decision is booked by itself.",
  task_payment_reversed_ours:
    "The money left the store’s wallet again. The seller decides what becomes of what it paid for; nothing is to be done here.",
  task_payout_no_answer_ours:
    "It was asked for 72 hours. Look at the provider’s own records, then mark the payout as paid or return it.",
  seeRail: "See the rail",
  seeHealth: "See the health of the service",
} as const;
