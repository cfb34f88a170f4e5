// A passkey made or shown: the browser does the work, the house gives the challenge.
"use strict";
(() => {
  const bytes = (text) => Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (c) => c.charCodeAt(0));
  const text = (buffer) => btoa(String.fromCharCode(...new Uint8Array(buffer)))
    .replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
  const post = async (url, csrf, body) => {
    const answer = await fetch(url, {
      method: "POST",
      headers: { "content-type": "application/json", "x-csrf": csrf, "hx-request": "true" },
      body: JSON.stringify(body ?? {}),
    });
    if (answer.ok) return answer.status === 204 ? null : answer.json();
    throw new Error((await answer.json().catch(() => ({}))).refused);
  };
  const told = (credential) => ({
    id: credential.id,
    rawId: text(credential.rawId),
    type: credential.type,
    clientExtensionResults: credential.getClientExtensionResults(),
    response: Object.fromEntries(
      ["clientDataJSON", "attestationObject", "authenticatorData", "signature", "userHandle"]
        .filter((name) => credential.response[name])
        .map((name) => [name, text(credential.response[name])])),
  });
  const make = async (at, csrf) => {
    const options = await post(`${at}/options`, csrf);
    options.challenge = bytes(options.challenge);
    options.user.id = bytes(options.user.id);
    for (const known of options.excludeCredentials ?? []) known.id = bytes(known.id);
    await post(at, csrf, told(await navigator.credentials.create({ publicKey: options })));
  };
  const show = async (at, csrf) => {
    const options = await post(`${at}/options`, csrf);
    options.challenge = bytes(options.challenge);
    await post(at, csrf, told(await navigator.credentials.get({ publicKey: options })));
  };
  for (const button of document.querySelectorAll("[data-passkey]")) {
    button.hidden = !window.PublicKeyCredential;
    button.addEventListener("click", async () => {
      button.disabled = true;
      try {
        const { passkey, at, csrf, to } = button.dataset;
        await (passkey === "make" ? make : show)(at, csrf);
        if (to) location.assign(to);
        else location.reload();
      } catch (error) {
        button.disabled = false;
        window.greenroom.toast(error.message || "That did not work.", { bad: true });
      }
    });
  }
})();
