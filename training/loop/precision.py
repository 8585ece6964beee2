"""The numbers that a run computes with."""

from __future__ import annotations

import torch


def wants_bf16(precision: str, device: torch.device) -> bool:
    """Return whether to compute in bf16: where asked to, or where the hardware is made for it."""
    if precision != "auto":
        return precision == "bf16"
    if device.type == "cuda":
        return bool(torch.cuda.is_bf16_supported(including_emulation=False))
    capable: dict[str, bool] = getattr(torch.cpu, "get_capabilities", dict)()  # since torch 2.9
    return bool(capable.get("avx512_bf16") or capable.get("amx_bf16") or capable.get("bf16"))
