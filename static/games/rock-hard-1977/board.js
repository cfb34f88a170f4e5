// On a phone only this phase's spaces are open; the other parts of town open with a tap.
const isPhone = matchMedia("(max-width:760px)")

function show() {
  for (const toggle of document.querySelectorAll(".band__toggle")) {
    const band = toggle.closest(".band")
    const open = !isPhone.matches || band.querySelector(":scope > .is-now") || band.hasAttribute("data-ui-open")
    toggle.setAttribute("aria-expanded", open)
    toggle.disabled = !isPhone.matches
  }
}

document.addEventListener("click", (event) => {
  const toggle = event.target.closest(".band__toggle")
  if (!toggle) return
  toggle.closest(".band").toggleAttribute("data-ui-open")
  show()
})
document.addEventListener("greenroom:pushed", show)
isPhone.addEventListener("change", show)
show()
