// Before the first paint: the light that was chosen on this device.
"use strict";
(() => {
  try {
    const scheme = localStorage.getItem("greenroom.scheme");
    if (scheme) document.documentElement.dataset.scheme = scheme;
  } catch { /* storage is closed: the system's light it is */ }
})();
