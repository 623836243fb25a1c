import type { ProblemCode } from "@/lib/domain/problem";
import type { RefusalCode } from "@/lib/domain/refusal";

/** What can be wrong with a form, in French. A slot may be left out where French does without it. */
export const frenchProblems: Record<ProblemCode, string> = {
  required: "Ce champ est obligatoire.",
  one_line: "Écrivez ceci sur une seule ligne.",
  control_characters: "Les caractères de contrôle ne sont pas acceptés ici.",
  not_unicode: "Ce texte n’est pas de l’Unicode valable.",
  too_long: "Utilisez au plus {max} caractères.",
  too_short: "Utilisez au moins {min} caractères. Quelques mots faciles à retenir font l’affaire.",
  not_string: "Ceci doit être un texte.",
  not_boolean: "Ceci doit être vrai ou faux.",
  not_number: "Ceci doit être un nombre.",
  not_whole: "Ceci doit être un nombre entier.",
  not_positive: "Ceci doit être supérieur à zéro.",
  below_zero: "Ceci ne peut pas être inférieur à zéro.",
  too_large: "C’est plus qu’un paiement ne peut contenir.",
  too_many_decimals: "{currency} a moins de décimales que cela.",
  not_amount: "Saisissez un montant en {currency} en chiffres, par exemple 1500.",
  amount_like: "Saisissez un montant en {currency}, par exemple 1500.",
  amount_above_zero: "Saisissez un montant supérieur à zéro.",
  amount_missing: "Saisissez le montant.",
  price_positive: "Le prix doit être supérieur à zéro.",
  sale_price: "Le prix promotionnel doit être inférieur au prix.",
  total_positive: "Le total doit être supérieur à zéro.",
  invoice_lines: "Une facture a de 1 à 50 lignes.",
  discount_above: "La remise dépasse le sous-total.",
  quantity: "Utilisez un nombre supérieur à zéro, avec au plus 3 décimales, inférieur à un milliard.",
  amount_below_least: "Le montant proposé est inférieur au minimum qui peut être payé.",
  fee_percentage: "Utilisez un pourcentage de 0 à 50, avec 4 décimales au plus, comme 1,5.",
  plan_taken: "Une autre offre porte ce nom.",
  percentage: "Utilisez un pourcentage de 0 à 100, avec au plus 4 décimales.",
  time_passed: "Ce moment est déjà passé.",
  day_passed: "Ce jour est déjà passé.",
  date_shape: "Écrivez la date sous la forme AAAA-MM-JJ, par exemple 2026-01-31.",
  time_shape: "Écrivez l’heure avec son décalage UTC, par exemple 2026-01-31T09:30:00+00:00.",

  email: "Saisissez une adresse e-mail, par exemple nom@example.com.",
  email_plain: "Saisissez une adresse e-mail.",
  name: "Saisissez votre nom.",
  password: "Saisissez votre mot de passe.",
  url_thanks: "Cette URL n’est pas complète. Utilisez par exemple https://example.com/merci.",
  url_webhook: "Cette URL n’est pas complète. Utilisez par exemple https://example.com/webhooks.",
  url_whole: "Saisissez une adresse entière, par exemple https://app.example.com/bienvenue.",
  url_user: "Retirez le nom d’utilisateur et le mot de passe devant l’hôte.",
  url_with_password: "Une adresse qui contient un nom ou un mot de passe ne peut pas être utilisée.",
  https: "Utilisez https.",
  https_or_local: "Utilisez https. Le http simple ne fonctionne que pour localhost.",
  https_address: "Utilisez une adresse https ; http ne fonctionne que pour localhost.",
  private_host: "Cet hôte n’est pas sur l’Internet public. Utilisez-en un que tout le monde peut joindre.",
  phone_missing: "Saisissez un numéro de mobile. Écrivez-le comme {example}.",
  phone_not_digits: "Un numéro de téléphone ne contient que des chiffres. Écrivez-le comme {example}.",
  phone_too_short: "Il manque des chiffres à ce numéro. Écrivez-le comme {example}.",
  phone_too_long: "Ce numéro a trop de chiffres. Écrivez-le comme {example}.",
  phone_invalid: "Ce numéro ne semble pas correct pour ce pays. Écrivez-le comme {example}.",
  phone_not_mobile: "Ce n’est pas un numéro de mobile. Écrivez-le comme {example}.",
  phone_other_country:
    "C’est le numéro d’un autre pays. Utilisez-en un du pays de la boutique, comme {example}.",

  choose_role: "Choisissez un rôle.",
  choose_country: "Choisissez un pays.",
  choose_currency: "Choisissez une monnaie.",
  choose_time_zone: "Choisissez un fuseau horaire.",
  choose_language: "Choisissez une langue.",
  choose_kind: "Choisissez de quelle sorte de produit il s’agit.",
  choose_interval: "Choisissez à quel rythme il est payé.",
  choose_on_sale: "Choisissez s’il est en vente.",
  choose_picture: "Choisissez une image.",
  choose_customer: "Choisissez un autre client que celui-ci.",
  choose_event_type: "Choisissez au moins un type d’événement.",
  choose_overlap: "Choisissez 0, 1, 24 ou 72 heures.",
  choose_network: "Choisissez l’opérateur de ce numéro.",
  choose_bank: "Choisissez une banque de la liste.",
  colour: "Écrivez une couleur sous la forme #14532d.",
  give_name: "Donnez-lui un nom.",
  key_name: "Donnez un nom à la clé, par exemple celui du serveur qui l’utilisera.",
  passkey_name: "Donnez-lui un nom, par exemple celui du téléphone où elle se trouve.",
  store_name: "Saisissez le nom de votre boutique.",
  store_name_known: "Saisissez le nom que vos clients connaissent.",
  slug: "Utilisez des minuscules, des chiffres et des traits d’union, 48 au plus, avec une lettre ou un chiffre au début et à la fin.",
  event_type: "Ce n’est pas un type d’événement qu’un point de terminaison peut recevoir.",
  account_name: "Saisissez le nom du titulaire du compte.",
  account_number: "Saisissez le numéro du compte, chiffres et lettres seulement.",
  refund_reason: "Dites pourquoi, pour vos propres dossiers.",
  picture_size: "Utilisez une image de 6 Mo au plus.",
  picture_unreadable: "Ce fichier n’est pas lisible comme image. Utilisez JPEG, PNG ou WebP.",
  file_empty: "Ce fichier est vide.",
  file_quote: "Un guillemet de ce fichier est ouvert et jamais fermé.",
  statement_columns:
    "La première ligne doit nommer les colonnes, dont notre référence (« reference » ou « external_id »), « amount », « currency » et « date ».",
  statement_currency: "La ligne {line} n’a pas de devise connue, comme KES.",
  statement_amount: "La ligne {line} n’a pas de montant lisible, comme 1500.00.",
  statement_time: "La ligne {line} n’a pas de date et d’heure lisibles, comme 2026-01-31 09:30:00.",
  statement_too_long: "Ce fichier est trop long. Prenez moins de jours à la fois.",
  statement_days: "Choisissez de 1 à 92 jours, le dernier n’étant pas avant le premier.",
  difference_closed: "Quelqu’un a déjà clos cet écart.",
  balance_read_again: "Le solde a été relu depuis. Regardez le relevé le plus récent.",
  file_nobody: "Ce fichier ne contient personne sous sa première ligne.",
  file_columns:
    "La première ligne doit nommer les colonnes, et l’une d’elles doit être « email » ou « phone ».",

  slug_taken: "Une autre boutique a cette adresse.",
  email_taken: "Un autre client a cette adresse e-mail.",
  phone_taken: "Un autre client a ce numéro de téléphone.",
  in_team: "Cette personne fait déjà partie de votre équipe.",
  invitations_full: "Trop d’invitations sont ouvertes. Attendez une heure, ou reprenez-en.",
  invitation_other: "Cette invitation est pour une autre adresse. Connectez-vous avec celle-là.",
  invitation_sign_in: "Un compte existe avec cette adresse. Connectez-vous pour le rattacher.",
  account_taken:
    "Aucun compte ne peut être créé avec cette adresse. Si c’est la vôtre, connectez-vous ou choisissez un nouveau mot de passe.",
  address_taken: "Quelqu’un a déjà un compte avec cette adresse.",
  contact_needed: "Gardez une adresse e-mail ou un téléphone, pour que le client puisse être reconnu.",
  contact_missing: "Indiquez une adresse e-mail ou un téléphone, pour que le client puisse être reconnu.",
  nowhere_to_send: "Il n’y a ni e-mail ni téléphone où l’envoyer. Copiez plutôt son lien.",
  last_owner:
    "Un compte a besoin d’un propriétaire, et il n’y a que celui-ci. Nommez d’abord un autre propriétaire.",

  busy: "Beaucoup de personnes se connectent en ce moment. Rien n’a été changé. Réessayez dans un instant.",
  wrong_credentials: "L’adresse e-mail ou le mot de passe est incorrect.",
  wrong_password: "Ce n’est pas votre mot de passe.",
  password_common:
    "Ce mot de passe est parmi les premiers que l’on devine. Choisissez quelques mots que vous seul mettriez ensemble.",
  password_about_you:
    "C’est à peine plus que votre nom ou votre adresse, que l’on devine. Choisissez quelques autres mots.",
  same_password: "C’est votre mot de passe actuel. Choisissez-en un autre.",
  same_address: "C’est l’adresse que vous avez déjà.",
  code: "Entrez le code que votre application montre maintenant, ou un code de secours.",
  wrong_code: "Ce code est incorrect ou a déjà servi. Attendez le suivant.",
  wrong_first_code:
    "Ce n’est pas ce que l’application affiche en ce moment. Vérifiez l’heure de votre téléphone.",
  passkey_unknown: "Cette clé d’accès ne connecte pas ici. Utilisez votre mot de passe, ou une autre clé.",
  passkey_used: "Cette clé d’accès est déjà utilisée.",
  passkey_unchecked: "La clé d’accès n’a pas pu être vérifiée. Rien n’a été ajouté. Réessayez.",
  pause_minute: "Trop d’essais. Réessayez dans 1 minute.",
  pause_minutes: "Trop d’essais. Réessayez dans {minutes} minutes.",
  hour_full: "C’est assez pour une heure. Réessayez plus tard.",

  sent_just_now: "L’envoi date de moins d’une minute : rien n’est reparti.",
  kept_email:
    "Pas envoyé : aucun serveur d’e-mail n’est réglé sur cette machine. L’e-mail est dans le journal des messages, où il peut être lu.",
  kept_sms:
    "Pas envoyé : aucun prestataire de SMS n’est réglé sur cette machine. Le SMS est dans le journal des messages, où il peut être lu.",
  no_email_server:
    "Pas envoyé : ce service n’a pas de serveur d’e-mail. Envoyez-la autrement, ou demandez à qui gère le service.",
  no_sms_server:
    "Pas envoyé : ce service n’a pas de prestataire de SMS. Envoyez-la autrement, ou demandez à qui gère le service.",
  no_email_address: "Pas envoyé : la facture n’a pas d’adresse e-mail.",
  no_sms_address: "Pas envoyé : la facture n’a pas de numéro de téléphone.",
  email_refused:
    "Pas envoyé : le serveur d’e-mail ne prend pas de message pour cette adresse. Vérifiez l’adresse.",
  sms_refused:
    "Pas envoyé : le prestataire de SMS ne prend pas de message pour ce numéro. Vérifiez le numéro.",
  email_not_taken: "Pas envoyé : le serveur d’e-mail ne l’a pas pris. Réessayez dans quelques minutes.",
  sms_not_taken: "Pas envoyé : le prestataire de SMS ne l’a pas pris. Réessayez dans quelques minutes.",
  not_draft: "Seul un brouillon peut être modifié. Annulez cette facture et faites-en une nouvelle.",
  order_completed: "Cette commande est terminée : elle ne peut plus qu’être remboursée.",
  order_not_open: "Seule une commande payée et en cours peut être marquée comme remise.",
  no_receipt: "Il n’y a pas de reçu avant que la commande soit payée.",
  invoice_called_off: "Cette facture a été annulée, plus rien ne la paie. Rendez cet argent.",
  money_returning: "Cet argent repart déjà vers la personne qui a payé.",
  refund_left: "Au plus {left} de cette commande peuvent être remboursés.",
  refund_whole: "Le prestataire rembourse la totalité ({left}) ou rien.",
  wallet_short: "Votre portefeuille contient {held}, ce qui ne couvre pas ce remboursement. Rien n’a changé.",
  fee_changed: "Les frais ont changé. Regardez de nouveau avant de confirmer.",
  payout_less: "Le disponible a baissé entre-temps. Rien n’a été reversé ; choisissez de nouveau le montant.",
  payout_under_way: "Ce reversement est en route : il ne peut plus être repris.",
  payout_incomplete: "Ce formulaire n’est pas complet. Rouvrez la page. Rien n’a été reversé.",
  payout_suspended:
    "Cette boutique est suspendue : les reversements sont arrêtés. Votre argent reste dans le portefeuille.",
  payout_pending:
    "Cette boutique est en cours de vérification. Les reversements s’ouvriront ensuite ; votre argent reste dans le portefeuille.",
  payout_unverified:
    "Cette boutique n’est pas encore vérifiée : elle peut encaisser, mais rien ne peut vous être reversé.",
  payout_cooling:
    "Ce compte est nouveau : rien n’y est versé pendant un jour après son ajout. Il reste {hours} heures. Rien n’a été versé. Prenez un compte que vous aviez déjà, ou revenez plus tard.",
  payout_debt:
    "Cette boutique doit {owed} : une banque a repris de l’argent qui avait déjà été reversé. Rien n’est reversé tant que les paiements à venir ne l’ont pas couvert. Rien n’a changé.",
  payout_no_way: "Aucun prestataire ne reverse vers ce compte en ce moment. Réessayez plus tard.",
  payout_short: "{held} sont disponibles, et les frais s’ajoutent : demandez au plus {max}.",
  small_part: "{currency} n’a pas de si petite fraction.",
  amount_too_large: "Ce montant est trop grand.",
  other_currency: "{network} ne tient pas de {currency}.",
  whole_amounts: "{network} ne prend que des montants entiers.",
  whole_amounts_back: "{network} ne transfère que des montants entiers.",
  amount_from_to: "{network} prend des montants de {min} à {max} en une fois.",
  amount_from: "{network} prend des montants à partir de {min}.",
  amount_up_to: "{network} prend des montants jusqu’à {max} en une fois.",
  account_unknown: "{bank} ne connaît aucun compte de ce numéro.",
  refund_no_provider:
    "Aucun prestataire n’a encaissé l’argent de cette commande : aucun ne peut donc le rendre.",
  refund_all_gone: "Cette commande est déjà remboursée en entier.",
  refund_not_paid: "Cette commande n’est pas payée : il n’y a rien à rembourser.",
  refund_under_way: "Un remboursement de cette commande est en cours. Attendez qu’il soit terminé.",
  refund_cannot:
    "Le prestataire qui a encaissé ce paiement ne peut pas rendre l’argent. Remboursez votre client autrement.",
  refund_once: "Le prestataire ne rend l’argent qu’une seule fois.",
  reason: "Écrivez pourquoi : c’est conservé dans le journal d’audit et envoyé par e-mail.",
  evidence: "Écrivez ce que vous avez vu : de l’argent en dépend.",
  refund_moved_on: "Ce remboursement a avancé entre-temps : ce n’est plus possible. Rien n’a changé.",
  rail_still_offered:
    "Désactivez-le d’abord. Une demi-minute plus tard, plus aucun payeur n’y est envoyé et il peut être retiré. Rien n’a changé.",
  payout_moved_on: "Ce reversement a avancé entre-temps : ce n’est plus possible. Rien n’a changé.",
  nobody_has: "Personne n’a de compte avec cette adresse.",
  choose_plan: "Choisissez une des offres.",
  not_set_aside: "Rien de ce paiement n’est plus mis de côté. Rien n’a changé.",
  about_money: "Il s’agit d’argent : décidez de ce qu’il devient, ou laissez-le de côté.",
  two_step_off: "La connexion en deux étapes est déjà désactivée pour cette personne.",
  two_step_own: "C’est vous. Désactivez la vôtre dans votre propre compte.",
  registered_name: "Saisissez le nom tel qu’il est enregistré officiellement.",
  address_missing: "Saisissez l’adresse.",
  number_missing: "Saisissez le numéro.",
  your_email: "Saisissez votre adresse e-mail.",
  verified_already: "Cette boutique est déjà vérifiée. Rien n’a changé.",
  passkeys_full: "Vous avez {max} clés d’accès. Retirez-en une qui ne sert plus.",
  stores_full: "Un compte peut avoir {max} boutiques, et celui-ci les a déjà.",
  operators_only: "Seul le gestionnaire de ce service peut faire cela. Rien n’a changé.",
  correction_alone:
    "Une correction demande deux personnes : l’une la propose, l’autre l’approuve. Créez d’abord un second gestionnaire. Rien n’a changé.",
  correction_account: "Choisissez deux comptes différents de la liste.",
  correction_store: "Donnez le numéro d’une boutique : son portefeuille est l’un des comptes.",
  correction_rail: "Choisissez le prestataire dont c’est l’argent.",
  correction_debt:
    "Une dette n’est pas augmentée pour créditer le portefeuille qui la paierait aussitôt. Rien n’a changé ; choisissez un autre compte.",
  correction_too_low: "Un compte passerait sous zéro. Rien n’a changé.",
  correction_own: "Vous avez proposé ceci : un autre gestionnaire doit en décider. Rien n’a changé.",
  correction_theirs: "Seul celui qui l’a proposé peut le retirer. Rien n’a changé.",
  correction_over: "Ceci est déjà décidé, ou trop ancien. Rien n’a changé.",
  form_incomplete: "Ce formulaire n’est pas complet. Rouvrez la page.",

  role_looks: "Votre rôle permet de regarder ceci, pas de le changer. Rien n’a changé.",
  role_owner: "Seul le propriétaire de la boutique peut faire cela. Rien n’a changé.",
  role_admin: "Seul le propriétaire ou un administrateur de la boutique peut faire cela. Rien n’a changé.",
  role_owners: "Seul un propriétaire peut nommer, modifier ou retirer un propriétaire. Rien n’a changé.",
  gone: "Ceci n’existe plus, ou appartient à une autre boutique. Rien n’a changé.",
  nothing_changed: "Rien n’a changé.",
  other_origin:
    "Ce formulaire n’a pas été envoyé depuis {site} : rien n’a changé. Ouvrez le site à cette adresse et réessayez.",
};

/** The refusals that a person can meet in the dashboard; the others are for programs, in the words of the API. */
export const frenchRefusals: Partial<Record<RefusalCode, string>> = {
  plan_required:
    "L’offre de cette boutique ne comprend pas l’API. Rien n’a changé. Faites passer la boutique à une offre avec l’API.",
  store_suspended:
    "Cette boutique est suspendue. Rien n’a changé. Son propriétaire voit la raison dans le tableau de bord.",
  developer_access_blocked:
    "L’accès développeur est coupé pour cette boutique. Rien n’a changé. Son propriétaire peut demander au service de le rétablir.",
  not_cancellable:
    "Seul un abonnement actif ou en délai de grâce peut être annulé. Celui-ci est déjà terminé ou annulé, et rien n’a changé.",
  invoice_paid:
    "Cette facture est payée : elle ne peut être ni annulée ni envoyée. Rien n’a changé. Pour rendre l’argent, remboursez sa commande.",
  invoice_cancelled:
    "Cette facture est annulée : elle ne peut pas être envoyée. Rien n’a changé. Faites plutôt une nouvelle facture.",
  email_unverified:
    "Aucun propriétaire de ce compte n’a confirmé son adresse e-mail : rien n’est envoyé à d’autres en son nom. Rien n’est parti. Ouvrez le lien reçu par e-mail, ou demandez-en un autre sous « Votre compte ».",
  sending_limit:
    "Ce serait plus de messages que le compte ne peut en envoyer aujourd’hui, ou plus qu’un téléphone n’en reçoit par jour. Rien n’est parti. Envoyez demain ; la limite grandit avec le temps, les paiements et la vérification de la boutique.",
  delivery_failed:
    "La facture n’a pu être envoyée par aucun canal. Elle n’est pas marquée comme envoyée. Corrigez l’adresse et renvoyez-la.",
  not_active:
    "La période ne peut être finie que tant que l’abonnement est actif. Rien n’a changé. Renouvelez-le d’abord.",
  not_past_due:
    "Le délai de grâce ne peut être fini que pendant qu’il court. Rien n’a changé. Finissez d’abord la période.",
  renewal_limit:
    "Cet abonnement est déjà payé 24 périodes d’avance, le maximum possible. Rien n’a été payé. Renouvelez-le quand la prochaine période aura commencé.",
  test_mode_off:
    "Le mode test est désactivé pour cette boutique. Rien n’a commencé. Le propriétaire l’active en créant une clé de test.",
  key_limit:
    "Une boutique peut avoir 10 clés d’API, et celle-ci en a 10. Aucune clé n’a été créée. Supprimez-en une qui ne sert plus, puis créez la nouvelle.",
  endpoint_limit:
    "Une boutique peut avoir 5 points de terminaison de production et 5 de test, et il n’y a plus de place. Rien n’a été ajouté. Supprimez d’abord celui qui ne sert plus.",
};
