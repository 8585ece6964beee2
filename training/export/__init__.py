"""From trained weights to a bundle: network, quantisation, lexicon, calibration, offsets."""
